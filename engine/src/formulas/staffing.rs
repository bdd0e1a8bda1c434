//! Staff needed to run a cluster.

/// Full-time staff for a cluster of a given size.
///
/// Linear through (0, 0), (8, 0.05), (64, 1.5), (256, 3.5) GPUs and people, then one more per 96 GPUs. Source: model
/// page, section 2; the points at 64 and 256 are from a guide published in 2024.
pub fn from_cluster_size(gpus: f64) -> f64 {
    const POINTS: [(f64, f64); 4] = [(0.0, 0.0), (8.0, 0.05), (64.0, 1.5), (256.0, 3.5)];
    for pair in POINTS.windows(2) {
        if let [(x0, y0), (x1, y1)] = *pair
            && gpus <= x1
        {
            return y0 + (y1 - y0) * (gpus - x0) / (x1 - x0);
        }
    }
    3.5 + (gpus - 256.0) / 96.0
}

#[cfg(test)]
mod tests {
    use super::from_cluster_size;

    #[test]
    fn people_follow_the_points_of_the_model_page() {
        for (gpus, people) in
            [(0.0, 0.0), (4.0, 0.025), (8.0, 0.05), (64.0, 1.5), (160.0, 2.5), (256.0, 3.5), (448.0, 5.5)]
        {
            assert!((from_cluster_size(gpus) - people).abs() < 1e-12, "{gpus} GPUs");
        }
    }
}
