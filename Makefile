# The commands of this project. scripts/ implements them.
.POSIX:
.PHONY: help run dev test check check-prices check-workbook properties fuzz audit browsers release-set dist bench fmt clean

help:
	@echo "make run            set up, build and serve the page on http://127.0.0.1:8080 (PORT=8081 for another port)"
	@echo "make test           set up and run all checks"
	@echo ""
	@echo "make dev            serve a build that is faster to make and slower to run"
	@echo "make check          all checks, without the set-up"
	@echo "make check-prices   only the price book checks"
	@echo "make check-workbook recalculates the spreadsheets with LibreOffice"
	@echo "make properties     the property tests with fifty times as many cases (TIMES=100: a hundred times as many)"
	@echo "make fuzz           fuzz the parsers (FOR=60: seconds per target)"
	@echo "make audit          licences, sources and known vulnerabilities of all dependencies; installs cargo-deny, needs the network"
	@echo "make browsers       the end-to-end tests on dist/ in Firefox and WebKit"
	@echo "make release-set    record this version's results permanently (VERSION=$$(sed -n 's/^version = \"\(.*\)\"/\1/p' Cargo.toml | head -n 1))"
	@echo "make dist           build the page into dist/ and a zip of it into release/, and print its size"
	@echo "make bench          measure the engine, the page's start and its size"
	@echo "make fmt            format the Rust code"
	@echo "make clean          remove all build output"

run:
	@scripts/run

dev:
	@scripts/run dev

test:
	@scripts/setup test
	@scripts/check

check:
	@scripts/check

check-prices:
	@scripts/check-prices

check-workbook:
	@cargo build -q --locked -p rack-or-rent-cli && python3 scripts/check-workbook.py

properties:
	@PROPERTIES_TIMES=$${TIMES:-50} cargo test --locked --test properties

fuzz:
	@scripts/fuzz $${FOR:-60}

audit:
	@scripts/setup audit
	@scripts/audit

browsers:
	@scripts/setup browsers
	@scripts/e2e dist --engine firefox; one=$$?; scripts/e2e dist --engine webkit && exit $$one

release-set:
	@scripts/release-set $(VERSION)

dist:
	@scripts/dist

bench:
	@scripts/bench

fmt:
	@cargo fmt --all

clean:
	rm -rf target dist release
