//! Labels of a series: which GPU it is of, and who used it.

pub(super) use super::super::mig::slices_of;
use super::super::samples::Identity;

/// The labels that are used.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Labels {
    pub(super) name: String,
    uuid: String,
    pub(super) index: String,
    pub(super) host: String,
    pub(super) model: String,
    pub(super) instance: String,
    profile: String,
    namespace: String,
    pod: String,
    own_namespace: String,
    own_pod: String,
}

impl Labels {
    /// Sets a label; others do not count.
    pub(super) fn set(&mut self, label: &str, value: &str) {
        let place = match label {
            "__name__" => &mut self.name,
            "UUID" | "uuid" | "gpu_uuid" => &mut self.uuid,
            "gpu" | "minor_number" => &mut self.index,
            "Hostname" | "hostname" | "node" | "kubernetes_node" => &mut self.host,
            // The address of the exporter, where no host is named.
            "instance" if self.host.is_empty() => &mut self.host,
            "modelName" | "model_name" | "name" => &mut self.model,
            "GPU_I_ID" => &mut self.instance,
            "GPU_I_PROFILE" => &mut self.profile,
            "exported_namespace" => &mut self.namespace,
            "exported_pod" => &mut self.pod,
            "namespace" => &mut self.own_namespace,
            "pod" => &mut self.own_pod,
            _ => return,
        };
        value.clone_into(place);
    }

    /// Whether a label is used.
    pub(super) fn uses(label: &str) -> bool {
        let mut labels = Self::default();
        labels.set(label, "x");
        labels != Self::default()
    }

    /// The GPU: its UUID, or host and index. `of_file` is the host where no label names one.
    pub(super) fn key(&self, of_file: &str) -> Option<(String, Identity)> {
        if !self.uuid.is_empty() {
            return Some((self.uuid.clone(), Identity::Named));
        }
        let host = if self.host.is_empty() { of_file } else { &self.host };
        let identity = if host.is_empty() { Identity::PlaceOnly } else { Identity::Named };
        let key = if host.is_empty() { self.index.clone() } else { format!("{host}/{}", self.index) };
        (!self.index.is_empty()).then_some((key, identity))
    }

    /// The namespace, or the pod, of the work on the GPU. Where the exporter's own labels win, the work's have a prefix.
    pub(super) fn owner(&self) -> &str {
        let is_exporter = self.own_pod.contains("dcgm") || self.own_pod.contains("exporter");
        let own = [&self.own_namespace, &self.own_pod].into_iter().filter(|_| !is_exporter);
        // A namespace without a pod is the exporter's.
        let own = own.filter(|_| !self.own_pod.is_empty());
        [&self.namespace, &self.pod].into_iter().chain(own).find(|name| !name.is_empty()).map_or("", String::as_str)
    }

    /// Slices of the instance: the number before the `g` of `2g.20gb`.
    pub(super) fn slices(&self) -> f64 {
        let number = self.profile.split('g').next().and_then(|number| number.trim_start_matches("MIG ").parse().ok());
        number.filter(|slices| (1.0..=7.0).contains(slices)).unwrap_or(1.0)
    }
}

/// The labels of `DCGM_FI_DEV_GPU_UTIL{UUID="GPU-a", gpu="0"}` or `{__name__="…", UUID="GPU-a"}`.
pub(super) fn parse(text: &str) -> Labels {
    let mut labels = Labels::default();
    let Some((name, rest)) = text.split_once('{') else {
        text.trim().clone_into(&mut labels.name);
        return labels;
    };
    name.trim().clone_into(&mut labels.name);
    let mut rest = rest;
    while let Some((label, after)) = rest.split_once('=') {
        let label = label.trim_matches(|c: char| c == ',' || c.is_whitespace() || c == '"');
        let after = after.trim_start();
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once([',', '}']).unwrap_or((after, "")),
        };
        labels.set(label, value.trim());
        rest = after;
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_in_both_forms() {
        let a = parse(r#"DCGM_FI_DEV_GPU_UTIL{UUID="GPU-a", gpu="0",Hostname="n1"}"#);
        let b = parse(r#"{__name__="DCGM_FI_DEV_GPU_UTIL", UUID="GPU-a", gpu="0", Hostname="n1", job="x"}"#);
        assert_eq!(a, b);
        assert_eq!((a.name.as_str(), a.key("")), ("DCGM_FI_DEV_GPU_UTIL", Some(("GPU-a".to_owned(), Identity::Named))));
        assert_eq!(parse("DCGM_FI_DEV_POWER_USAGE").name, "DCGM_FI_DEV_POWER_USAGE");
        assert_eq!(
            parse(r#"x{gpu="3",instance="n2:9400"}"#).key("n1"),
            Some(("n2:9400/3".to_owned(), Identity::Named))
        );
        assert_eq!(parse(r#"x{gpu="3"}"#).key("n1"), Some(("n1/3".to_owned(), Identity::Named)));
        assert_eq!(parse(r#"x{gpu="3"}"#).key(""), Some(("3".to_owned(), Identity::PlaceOnly)));
        assert_eq!(parse(r#"x{exported_pod="train-0",pod="dcgm-exporter-7",namespace="gpu"}"#).owner(), "train-0");
        assert_eq!(parse(r#"x{pod="dcgm-exporter-7",namespace="gpu"}"#).owner(), "");
        assert_eq!(parse(r#"x{pod="train-0",namespace="vision"}"#).owner(), "vision");
        assert_eq!(parse(r#"x{GPU_I_PROFILE="3g.40gb"}"#).slices(), 3.0);
        assert_eq!([slices_of("NVIDIA A30"), slices_of("NVIDIA A100-SXM4-80GB")], [4.0, 7.0]);
    }
}
