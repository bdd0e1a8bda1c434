//! Tokens: what a mix of them costs at an API, and how many a GPU makes.

use crate::units::SECONDS_PER_HOUR;

/// Shares of input that was kept, of output, and of what may wait, in all tokens; the rest is new input.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TokenMix {
    /// Input that the provider has kept.
    pub cached: f64,
    /// Output.
    pub output: f64,
    /// What may wait and is sent in batches.
    pub batch: f64,
}

/// Prices of a million tokens, US dollars.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TokenPrices {
    /// Input.
    pub input: f64,
    /// Input that the provider has kept.
    pub cached: f64,
    /// Output.
    pub output: f64,
    /// Discount on what is sent in batches, as a share.
    pub batch_discount: f64,
}

/// Price of a million tokens of a mix, US dollars: each kind at its own price, less the discount on the share in batches.
pub fn blended_usd_per_million(prices: &TokenPrices, mix: &TokenMix) -> f64 {
    let input = 1.0 - mix.cached - mix.output;
    let each = input * prices.input + mix.cached * prices.cached + mix.output * prices.output;
    each * (1.0 - mix.batch * prices.batch_discount)
}

/// Millions of tokens that a GPU makes in an hour at some tokens per second and a share of its time.
pub fn million_tokens_per_hour(tokens_per_second: f64, load: f64) -> f64 {
    tokens_per_second * load * SECONDS_PER_HOUR / 1e6
}

/// Tokens per second of a GPU that makes some millions in an hour at a share of its time.
pub fn tokens_per_second(million_per_hour: f64, load: f64) -> f64 {
    million_per_hour * 1e6 / (load * SECONDS_PER_HOUR)
}

/// A measured throughput.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Benchmark {
    /// Output in all tokens.
    pub output_share: f64,
    /// All tokens per second of one GPU, input and output.
    pub tokens_per_second: f64,
}

/// Shares closer than this are the same measurement.
const SAME_SHARE: f64 = 0.02;

/// All tokens per second at a share of output, and the places of the measurements used: one at that share, the fastest of
/// several; else the fastest on either side of it. Between two, the time of a token is a straight line in the share of
/// output, as it is where input and output tokens take a time of their own each. Nothing outside the measured shares.
pub fn all_tokens_per_second(measured: &[Benchmark], output_share: f64) -> Option<(f64, Vec<usize>)> {
    let fastest = |fits: &dyn Fn(&Benchmark) -> bool, order: &dyn Fn(&Benchmark) -> f64| {
        let all = measured.iter().enumerate().filter(|(_, benchmark)| fits(benchmark));
        all.max_by(|a, b| {
            order(a.1).total_cmp(&order(b.1)).then(a.1.tokens_per_second.total_cmp(&b.1.tokens_per_second))
        })
    };
    let is_there = |benchmark: &Benchmark| libm::fabs(benchmark.output_share - output_share) <= SAME_SHARE;
    if let Some((place, found)) = fastest(&is_there, &|_| 0.0) {
        return Some((found.tokens_per_second, vec![place]));
    }
    let (below, low) = fastest(&|b| b.output_share < output_share, &|b| b.output_share)?;
    let (above, high) = fastest(&|b| b.output_share > output_share, &|b| -b.output_share)?;
    let weight = (output_share - low.output_share) / (high.output_share - low.output_share);
    let seconds = (1.0 - weight) / low.tokens_per_second + weight / high.tokens_per_second;
    Some((1.0 / seconds, vec![below, above]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: 70% input at 0.10, a tenth of it kept at 0.01, 30% output at 0.40, half in batches at half price.
    #[test]
    fn each_kind_has_its_price_and_batches_their_discount() {
        let prices = TokenPrices { input: 0.10, cached: 0.01, output: 0.40, batch_discount: 0.5 };
        let mix = TokenMix { cached: 0.07, output: 0.3, batch: 0.0 };
        let usd = blended_usd_per_million(&prices, &mix);
        assert!((usd - (0.063 + 0.000_7 + 0.12)).abs() < 1e-12, "{usd}");
        let half = blended_usd_per_million(&prices, &TokenMix { batch: 0.5, ..mix });
        assert!((half - 0.75 * usd).abs() < 1e-12, "{half}");
    }

    /// By hand: 1,000 tokens a second for an hour at 70% are 2.52 million.
    #[test]
    fn an_hour_makes_its_seconds_in_tokens() {
        assert!((million_tokens_per_hour(1_000.0, 0.7) - 2.52).abs() < 1e-12);
    }

    /// Llama 3.3 70B on an H100: 2,209 output tokens a second at 1,000 in and out, 398 at 8,192 in and 1,024 out
    /// (TensorRT-LLM). An input token then takes a and an output token b seconds: a + b = 1/2,209, 8 a + b = 1/398.
    #[test]
    fn between_two_measurements_input_and_output_take_their_own_time() {
        let at = |input: f64, output: f64, out: f64| {
            let output_share = output / (input + output);
            Benchmark { output_share, tokens_per_second: out / output_share }
        };
        let measured = [at(1_000.0, 1_000.0, 2_209.0), at(8_192.0, 1_024.0, 398.0)];
        let a = (1.0 / 398.0 - 1.0 / 2_209.0) / 7.0;
        let b = 1.0 / 2_209.0 - a;
        let (found, used) = all_tokens_per_second(&measured, 0.25).expect("between the two");
        let expected = 1.0 / (0.75 * a + 0.25 * b);
        assert!((found - expected).abs() < 1e-9 * expected, "{found} and {expected}");
        assert_eq!(used, [1, 0]);
        assert_eq!(all_tokens_per_second(&measured, 0.5), Some((4_418.0, vec![0])));
        assert_eq!(all_tokens_per_second(&measured, 0.8), None, "beyond what was measured is a guess");
        assert_eq!(all_tokens_per_second(&measured, 0.05), None);
    }
}
