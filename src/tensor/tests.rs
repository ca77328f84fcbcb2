use proptest::prelude::*;

use super::*;

fn codes_of(element: ElementType, codes: &[u8]) -> Tensor {
    Tensor::from_codes(element, [codes.len()], codes.to_vec()).unwrap()
}

#[test]
fn narrow_types_are_packed_as_specified() {
    let packed = |element, codes: &[u8]| codes_of(element, codes).packed().unwrap().into_owned();
    assert_eq!(packed(ElementType::U3, &[0, 1, 2, 3, 4, 5, 6, 7]), [0x1b, 0x1b, 0x0f]);
    assert_eq!(packed(ElementType::U6, &[1, 18, 35, 52]), [0x12, 0x34, 0x1b]);
    assert_eq!(packed(ElementType::U4, &[8, 1, 3]), [0x18, 0x03]);
    assert_eq!(packed(ElementType::U2, &[0, 1, 2, 3, 1]), [0b1110_0100, 1]);
    assert_eq!(packed(ElementType::U1, &[1, 0, 0, 0, 0, 0, 0, 1, 1]), [0b1000_0001, 0b1000_0000]);
    // A stream of bits, lowest first: 1 | 2 << 6 | 3 << 12 is 0x003081.
    assert_eq!(packed(ElementType::F6E2M3, &[1, 2, 3]), [0x81, 0x30, 0x00]);
}

proptest! {
    #[test]
    fn codes_round_trip(codes in prop::collection::vec(any::<u8>(), 0..40)) {
        for &element in ElementType::ALL.iter().filter(|e| (1..8).contains(&e.bits())) {
            let codes: Vec<u8> = codes.iter().map(|c| c & ((1 << element.bits()) - 1)).collect();
            let tensor = codes_of(element, &codes);
            prop_assert_eq!(&*tensor.codes().unwrap(), &codes[..], "{}", element);
            let again = Tensor::from_packed(element, [codes.len()], tensor.packed().unwrap().into_owned()).unwrap();
            prop_assert_eq!(again, tensor);
        }
    }
}

#[test]
fn bytes_at_any_address_are_read() {
    let file: Bytes = (0u8..32).collect::<Vec<u8>>().into();
    for start in 0..8 {
        let tensor = Tensor::from_packed(ElementType::F64, [2], file.slice(start..start + 16)).unwrap();
        let expected: Vec<f64> =
            file[start..start + 16].chunks(8).map(|c| f64::from_le_bytes(c.try_into().unwrap())).collect();
        assert_eq!(tensor.values::<f64>(), Some(&expected[..]));
    }
}

#[test]
fn aligned_bytes_are_borrowed() {
    let words = Tensor::new([4], vec![1u32, 2, 3, 4]).unwrap();
    let Data::Packed(bytes) = &words.data else { panic!("numbers are packed") };
    let again = Tensor::from_packed(ElementType::U32, [2], bytes.slice(8..)).unwrap();
    assert_eq!(again.values::<u32>().unwrap().as_ptr(), words.values::<u32>().unwrap()[2..].as_ptr());
}

#[test]
fn a_wrong_type_or_length_is_an_error() {
    let tensor = Tensor::new([2], vec![1i32, 2]).unwrap();
    assert_eq!(tensor.values::<u32>(), None);
    assert_eq!(tensor.strings(), None);
    assert_eq!(tensor.codes(), None);
    assert_eq!(Tensor::new([3], vec![1i32, 2]), Err(TensorError::Length { needed: 3, found: 2 }));
    assert_eq!(
        Tensor::from_packed(ElementType::I32, [2], vec![0; 7]),
        Err(TensorError::Length { needed: 8, found: 7 })
    );
    let huge = [usize::MAX, 2];
    assert_eq!(Tensor::new(huge, vec![0u8]), Err(TensorError::TooLarge(huge.to_vec())));
    assert_eq!(Tensor::new([usize::MAX, 2, 0], Vec::<u8>::new()).unwrap().num_elements(), 0);
    assert_eq!(Tensor::from_packed(ElementType::F64, [0], vec![]).unwrap().values::<f64>(), Some(&[][..]));
}

#[test]
fn a_bool_in_a_file_is_0_or_1() {
    let tensor = Tensor::from_packed(ElementType::Bool, [3], vec![0, 1, 7]).unwrap();
    assert_eq!(tensor.values::<bool>(), Some(&[false, true, true][..]));
}

#[test]
fn elements_round_trip_exactly() {
    let tensor = Tensor::new([3], vec![u64::MAX, 0, 1 << 63]).unwrap();
    let elements = tensor.elements(3).unwrap();
    assert_eq!(Tensor::from_elements(ElementType::U64, [3], &elements), Ok(tensor));
    assert_eq!(
        Tensor::from_elements(ElementType::I64, [3], &elements),
        Err(TensorError::Type(ElementType::I64)),
        "2^64-1 is out of range for i64"
    );
}
