"""Money over time: present values, tax, assets."""

import numpy as np

MACRS = [0.20, 0.32, 0.192, 0.1152, 0.1152, 0.0576]


class Ledger:
    """What is paid, for each of several numbers of committed GPUs: present value before tax, deductions by year, and
    cash by month without resale (point 0 is the start of month 1)."""

    def __init__(self, model, rows):
        self.model, self.rows = model, rows
        self.present = np.zeros(rows)
        self.deducted = np.zeros((rows, (model.months + 120) // 12 + 1))
        self.cash = np.zeros((rows, model.months + 121))

    def monthly(self, first, amounts):
        """Paid and deducted at the end of months from `first` on: (rows, months)."""
        model, count = self.model, amounts.shape[1]
        self.present += amounts @ model.end[first - 1 : first - 1 + count]
        for k in range(count):
            self.deducted[:, (first + k - 1) // 12] += amounts[:, k]
        self.cash[:, first : first + count] += amounts

    def start(self, month, amount, term=1):
        """Paid at the start of a month, deducted evenly over the months of a term."""
        self.present += amount * self.model.start[month - 1]
        for k in range(term):
            self.deducted[:, (month + k - 1) // 12] += amount / term
        self.cash[:, month - 1] += amount

    def sale(self, month, worth, book):
        """Sold at the end of a month."""
        self.present -= worth * self.model.end[month - 1]
        self.deducted[:, (month - 1) // 12] += book - worth

    def asset(self, price, bought, last, worth, deposit=0.0):
        """Bought at the start of a month, sold at the end of one; depreciated from delivery."""
        for month, part in ((1, deposit * price), (bought, (1.0 - deposit) * price)):
            self.present += part * self.model.start[month - 1]
            self.cash[:, month - 1] += part
        year, sold, book = (bought - 1) // 12, (last - 1) // 12, price
        for k, share in enumerate(self.model.depreciation()):
            if year + k <= sold:
                self.deducted[:, year + k] += share * price
                book -= share * price
        self.sale(last, worth, book)

    def value(self, against=None):
        """Present value after tax: losses at once, or carried against the deductions of a reference by year."""
        model, used = self.model, self.deducted
        if against is not None:
            used, carried = np.zeros_like(self.deducted), np.zeros(self.rows)
            for y in range(used.shape[1]):
                excess = self.deducted[:, y] - against[y]
                from_before = np.minimum(carried, np.maximum(0.0, -excess))
                carried = carried + np.maximum(0.0, excess) - from_before
                used[:, y] = np.minimum(self.deducted[:, y], against[y]) + from_before
        years = (1.0 + model.r) ** -np.arange(1.0, used.shape[1] + 1.0)
        return self.present - model.tax * (used @ years)


class Money:
    """Discounting, and assets as they are bought, kept and sold."""

    def factors(self):
        """Present value after tax of one dollar paid at the end or at the start of a month; month 1 is index 0."""
        far = np.arange(1, self.months + 121)
        self.end = (1.0 + self.i) ** -far.astype(float)
        self.start = (1.0 + self.i) ** -(far - 1.0)
        self.year_end = (1.0 + self.r) ** -np.ceil(far / 12.0)  # of the month's year: when its tax is paid
        self.end_net = self.end - self.tax * self.year_end
        self.start_net = self.start - self.tax * self.year_end

    def prepaid(self, month, term):
        """Present value after tax of one dollar prepaid at the start of a month for a term: deducted over the term."""
        return self.start[month - 1] - self.tax * self.year_end[month - 1 : month - 1 + term].mean()

    def depreciation(self):
        """Shares of the price deducted in the first, second, ... year."""
        s = self.s
        if s["money.tax_method"] == "straight":
            years = int(s["money.tax_years"])
            return [1.0 / years] * years
        if s["money.tax_method"] == "macrs":
            return MACRS
        first = s["money.tax_first_share"]
        return [first * (k == 0) + (1.0 - first) * share for k, share in enumerate(MACRS)]

    def resale(self, years):
        """Value at an age as a share of the price."""
        s = self.s
        if s["own.residual_method"] == "curve":
            return 10.0 ** (-s["own.residual_decades_per_year"] * years)
        share, life = s["own.residual_share"], s["own.life_years"]
        if share == 0.0 and s["own.zero_sells_nothing"]:
            return 0.0
        return 1.0 - (1.0 - share) * min(years / life, 1.0)

    def capital(self, ledger, n):
        """Nodes bought, with those bought again, and the build-out. Returns what is due up to delivery."""
        s, M = self.s, self.months
        if n == 0 or self.lead >= M:
            return 0.0
        list_price = s["own.node_price_usd"] * (1.0 - s["own.node_discount_share"]) * n
        removal = s["own.decommissioning_usd_per_node"] * n
        month = self.lead + 1
        while month <= M:
            last = min(M, month + self.life_months - 1)
            first = month == self.lead + 1
            price = list_price if first else list_price * (1.0 + s["time.hardware_drift"]) ** ((month - 1) / 12.0)
            worth = price * self.resale((last - month + 1) / 12.0)
            ledger.asset(price, month, last, worth, s["time.deposit_share"] if first and self.lead > 0 else 0.0)
            ledger.monthly(last, np.full((ledger.rows, 1), removal))
            month = last + 1
        build = s["place.build_out_usd"] if s["place.site"] == "room" else 0.0
        build *= n / (n + self.there)
        ledger.asset(build, self.lead + 1, M, 0.0, s["time.deposit_share"] if self.lead > 0 else 0.0)
        return list_price + build

    def keep_machines(self, ledger, sold_after=None):
        """The machines there as they are kept: today's value, no cash, less what they bring in the end, and what replaces
        them. `sold_after`: month at whose end they are sold."""
        s, M = self.s, self.months
        if not self.there:
            return
        today = s["present.node_resale_usd"] * self.there
        age = s["present.node_age_years"]
        last = min(M, self.there_left) if self.retires or self.renews else M
        if sold_after is not None:
            last = min(last, sold_after)
        then = min(1.0, self.resale(age + last / 12.0) / self.resale(age)) if self.resale(age) > 0 else 0.0
        removal = s["own.decommissioning_usd_per_node"]
        ledger.present += today
        ledger.sale(last, today * then, 0.0)
        ledger.monthly(last, np.full((ledger.rows, 1), removal * self.there))
        month = last + 1
        while self.renews and sold_after is None and month <= M:
            nodes = self.replacing()
            last = min(M, month + self.life_months - 1)
            price = self.price_new * nodes * (1.0 + s["time.hardware_drift"]) ** ((month - 1) / 12.0)
            ledger.asset(price, month, last, price * self.resale((last - month + 1) / 12.0))
            ledger.monthly(last, np.full((ledger.rows, 1), removal * nodes))
            month = last + 1
