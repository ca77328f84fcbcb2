//! The discrete Fourier transform, one number at a time.

use std::f64::consts::TAU;

/// A transform of this length; a longer signal is truncated, a shorter one is followed by zeros.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Transform {
    pub(crate) length: usize,
    /// Whether it leads from frequencies back to the signal.
    pub(crate) inverse: bool,
    /// Whether the input is the first half of the frequencies of a real signal.
    pub(crate) half: bool,
}

impl Transform {
    /// The number at a position: its real and imaginary part.
    pub(crate) fn at(self, given: &[[f64; 2]], position: usize) -> [f64; 2] {
        let mut sum = [0.0, 0.0];
        let used = if self.half { self.length / 2 + 1 } else { self.length };
        for (index, &[re, im]) in given.iter().enumerate().take(used) {
            let (sin, cos) = self.turned(index * position);
            // The other half of the frequencies mirrors those that are neither the first nor the middle one.
            let times = if self.half && index > 0 && 2 * index < self.length { 2.0 } else { 1.0 };
            sum[0] += times * (re * cos - im * sin);
            sum[1] += times * (re * sin + im * cos);
        }
        if self.inverse { sum.map(|part| part / self.length as f64) } else { sum }
    }

    /// Sine and cosine of an angle in parts of a full turn, exact for quarters.
    fn turned(self, parts: usize) -> (f64, f64) {
        // The remainder keeps the angle small.
        let turn = parts % self.length.max(1);
        let (sin, cos) = match (4 * turn).checked_div(self.length) {
            Some(quarters) if quarters * self.length == 4 * turn => {
                [(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)][quarters % 4]
            }
            _ => (TAU * turn as f64 / self.length as f64).sin_cos(),
        };
        (if self.inverse { sin } else { -sin }, cos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_restores_the_signal() {
        let signal = [[1.0, 2.0], [3.0, -1.0], [0.5, 0.0]];
        let all = |plan: Transform, given: &[[f64; 2]], count: usize| -> Vec<[f64; 2]> {
            (0..count).map(|at| plan.at(given, at)).collect()
        };
        let forward = Transform { length: 3, inverse: false, half: false };
        let back = Transform { inverse: true, ..forward };
        let restored = all(back, &all(forward, &signal, 3), 3);
        assert!(restored.iter().flatten().zip(signal.iter().flatten()).all(|(a, b)| (a - b).abs() < 1e-12));
    }

    #[test]
    fn half_of_the_frequencies_determines_a_real_signal() {
        for signal in [vec![1.0, -2.0, 3.5, 4.0], vec![1.0, 0.0, 2.0]] {
            let length = signal.len();
            let given: Vec<[f64; 2]> = signal.iter().map(|&x| [x, 0.0]).collect();
            let forward = Transform { length, inverse: false, half: false };
            let half: Vec<[f64; 2]> = (0..=length / 2).map(|at| forward.at(&given, at)).collect();
            let back = Transform { length, inverse: true, half: true };
            assert!((0..length).all(|at| (back.at(&half, at)[0] - signal[at]).abs() < 1e-12));
        }
    }
}
