//! The order of elements of at most 8 bits without a Rust type, as tables.

use crate::element::ElementType;

/// The ranks of all codes of a type, and the codes of the ranks.
pub(crate) struct Ranks {
    /// The rank of each code. NaN has rank 0, so that it is first in either direction.
    pub(crate) of_code: [u8; 256],
    /// The code of each rank. The last code is repeated after the last rank: it is the result for no elements.
    pub(crate) to_code: [u8; 256],
}

impl Ranks {
    /// The order of a type of at most 8 bits, reversed for a maximum.
    pub(crate) fn new(element: ElementType, greatest: bool) -> Ranks {
        let codes = 0..=(u8::MAX >> (8 - element.bits().clamp(1, 8)));
        let mut numbers: Vec<u8> = codes.filter(|&code| !is_nan(element, code)).collect();
        numbers.sort_by_key(|&code| place(element, code));
        if greatest {
            numbers.reverse();
        }
        // A type without NaN never has rank 0; at most 255 codes of a type with NaN are numbers.
        let mut ranks = Ranks { of_code: [0; 256], to_code: [nan(element); 256] };
        for (rank, &code) in (1..=u8::MAX).zip(&numbers) {
            ranks.of_code[usize::from(code)] = rank;
            ranks.to_code[usize::from(rank)..].fill(code);
        }
        ranks
    }
}

/// The position of a number among those of its type.
fn place(element: ElementType, code: u8) -> i16 {
    let sign = 1 << (element.bits() - 1);
    let code = i16::from(code);
    match element.integer_range() {
        Some((low, _)) if low < 0 && code >= sign => code - 2 * sign,
        Some(_) => code,
        // An exponent without sign.
        None if element == ElementType::F8E8M0 => code,
        // Sign and magnitude; -0 orders before +0.
        None if code >= sign => sign - 1 - code,
        None => code,
    }
}

fn is_nan(element: ElementType, code: u8) -> bool {
    match element {
        ElementType::F8E4M3 => code & 0x7f == 0x7f,
        ElementType::F8E5M2 => code & 0x7f > 0x7c,
        ElementType::F8E4M3Fnuz | ElementType::F8E5M2Fnuz => code == 0x80,
        ElementType::F8E8M0 => code == 0xff,
        _ => false,
    }
}

/// The quiet NaN of a type; meaningless for a type without NaN.
fn nan(element: ElementType) -> u8 {
    match element {
        ElementType::F8E4M3 => 0x7f,
        ElementType::F8E5M2 => 0x7e,
        ElementType::F8E4M3Fnuz | ElementType::F8E5M2Fnuz => 0x80,
        ElementType::F8E8M0 => 0xff,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ascending(element: ElementType) -> Vec<u8> {
        let ranks = Ranks::new(element, false);
        let mut codes: Vec<u8> = (0..1u16 << element.bits()).map(|c| c as u8).collect();
        codes.sort_by_key(|&c| ranks.of_code[usize::from(c)]);
        codes
    }

    #[test]
    fn orders() {
        assert_eq!(ascending(ElementType::I2), [2, 3, 0, 1]);
        assert_eq!(ascending(ElementType::U2), [0, 1, 2, 3]);
        let f4 = [15, 14, 13, 12, 11, 10, 9, 8, 0, 1, 2, 3, 4, 5, 6, 7];
        assert_eq!(ascending(ElementType::F4E2M1), f4);
        assert_eq!(ascending(ElementType::F8E5M2Fnuz)[..2], [0x80, 0xff]);
    }

    #[test]
    fn no_elements_order_last_and_nan_first() {
        let least = Ranks::new(ElementType::F8E4M3, false);
        assert_eq!((least.to_code[255], least.to_code[0], least.of_code[0xff]), (0x7e, 0x7f, 0));
        let greatest = Ranks::new(ElementType::I4, true);
        assert_eq!((greatest.to_code[255], greatest.to_code[1]), (0x8, 0x7));
    }
}
