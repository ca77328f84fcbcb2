//! Mean and spread of groups of numbers.

/// The mean, and the mean of the squared distances from it.
pub(crate) fn mean_and_variance(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / count;
    (mean, values.map(|value| (value - mean) * (value - mean)).sum::<f64>() / count)
}

/// For each element of a tensor of these sizes, the number of the group that it shares with those that differ from it
/// only along the axes, and the number of groups.
pub(crate) fn groups(sizes: &[usize], axes: &[usize]) -> (Vec<usize>, usize) {
    let mut shared = vec![false; sizes.len()];
    axes.iter().for_each(|&axis| shared[axis] = true);
    let count = if sizes.contains(&0) { 0 } else { sizes.iter().product() };
    let of = |mut rest: usize| {
        let (mut group, mut step) = (0, 1);
        for (&size, shared) in sizes.iter().zip(&shared).rev() {
            if !shared {
                group += rest % size * step;
                step *= size;
            }
            rest /= size;
        }
        group
    };
    let kept = sizes.iter().zip(&shared).filter(|(_, shared)| !**shared).map(|(&size, _)| size);
    ((0..count).map(of).collect(), if count == 0 { 0 } else { kept.product() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variance_is_that_of_all_values() {
        assert_eq!(mean_and_variance([1.0, 2.0, 3.0, 6.0].into_iter()), (3.0, 3.5));
    }

    #[test]
    fn groups_are_numbered_in_order() {
        assert_eq!(groups(&[2, 2, 3], &[1]), (vec![0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5], 6));
        assert_eq!(groups(&[2, 2], &[0, 1]), (vec![0; 4], 1));
        assert_eq!(groups(&[2, 0], &[1]), (vec![], 0));
    }
}
