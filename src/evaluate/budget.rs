//! The remaining budget of an evaluation, checked before each step.

use crate::element::ElementType;
use crate::fact::{Fact, KnownValue};
use crate::graph::Model;
use crate::limits::{FREE_ELEMENTS, Limits};
use crate::ops::{StaticTensorType, positions};
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// What an evaluation has used of its limits on memory and on work.
pub(crate) struct Budget {
    /// Bytes of the values in memory.
    resident: u64,
    /// Bytes read and written so far.
    traffic: u64,
    max_resident: u64,
    max_traffic: u64,
    too_much_work: Option<EvalError>,
}

/// What a node takes besides reading its inputs once and writing its outputs.
pub(super) struct Extra {
    /// Bytes that it reads.
    pub(super) read: u64,
    /// Bytes of memory that it takes until it is done.
    pub(super) scratch: u64,
}

/// What folding may read and write: so many bytes, and so many times those of the model and its data files. Models have their
/// constants to be computed with a few times; only a file that is made for it has many long results of few bytes.
const FOLDED_IO_BYTES: u64 = 512 << 20;
const FOLDED_IO_FACTOR: u64 = 128;

/// The memory that values in a report take, in addition to the bytes of the model and its data files.
#[cfg(feature = "cli")]
const REPORTED_BYTES: u64 = 8 << 20;
/// What values in a report may read and write, as for folding.
#[cfg(feature = "cli")]
const REPORTED_IO_BYTES: u64 = 64 << 20;
#[cfg(feature = "cli")]
const REPORTED_IO_FACTOR: u64 = 64;

impl Budget {
    /// The budget for the values of a model. Values that follow from its constants may be larger than these: the limit is
    /// in proportion to the files.
    pub(crate) fn new(limits: &Limits, model: &Model) -> Budget {
        let max_resident = limits.max_resident_bytes.saturating_add(file_bytes(model).saturating_mul(4));
        Budget { resident: 0, traffic: 0, max_resident, max_traffic: limits.max_io_bytes, too_much_work: None }
    }

    /// The budget for folding a model, whose work is in proportion to the files.
    pub(crate) fn of_folding(limits: &Limits, model: &Model) -> Budget {
        let budget = Budget::new(limits, model);
        let most = FOLDED_IO_BYTES.saturating_add(file_bytes(model).saturating_mul(FOLDED_IO_FACTOR));
        Budget { max_traffic: budget.max_traffic.min(most), ..budget }
    }

    /// The budget for values that a report shows, which are no reason to wait.
    #[cfg(feature = "cli")]
    pub(crate) fn of_report(limits: &Limits, model: &Model) -> Budget {
        let bytes = file_bytes(model);
        let most = |base: u64, factor: u64| base.saturating_add(bytes.saturating_mul(factor));
        Budget {
            max_resident: limits.max_resident_bytes.min(most(REPORTED_BYTES, 1)),
            max_traffic: limits.max_io_bytes.min(most(REPORTED_IO_BYTES, REPORTED_IO_FACTOR)),
            ..Budget::new(limits, model)
        }
    }

    /// The same budget with `resident` bytes already in memory, and `traffic` bytes already read and written.
    pub(crate) fn continuing(self, resident: u64, traffic: u64) -> Budget {
        Budget { resident, traffic, ..self }
    }

    /// The bytes read and written so far.
    pub(crate) fn traffic(&self) -> u64 {
        self.traffic
    }

    /// The error of the last node that was too much work, if little is left: many nodes may follow, and to prepare each of
    /// them takes time.
    pub(super) fn check(&self) -> Result<(), EvalError> {
        let left = self.max_traffic.saturating_sub(self.traffic);
        match &self.too_much_work {
            Some(error) if left < self.max_traffic / 64 => Err(error.clone()),
            _ => Ok(()),
        }
    }

    /// Counts the bytes of constants that are loaded for a node, unless nothing more is evaluated.
    #[cfg(feature = "cli")]
    pub(crate) fn load(&mut self, bytes: u64) -> Result<(), EvalError> {
        self.check()?;
        self.work(bytes)
    }

    /// Counts the work to infer a node from these inputs: the elements of lists are read, and computed, one by one.
    pub(super) fn infer(&mut self, inputs: &[Fact]) -> Result<(), EvalError> {
        let known = inputs.iter().filter_map(|input| match &input.value {
            KnownValue::Elements(elements) => Some(elements.len() as u64),
            _ => None,
        });
        let counted = known.map(|count| count.saturating_sub(FREE_ELEMENTS)).fold(0, u64::saturating_add);
        self.work(counted.saturating_mul(INFERRED_ELEMENT_WORK))
    }

    /// Counts bytes that are read and written, if so many may be.
    fn work(&mut self, bytes: u64) -> Result<(), EvalError> {
        let traffic = self.traffic.saturating_add(bytes);
        if traffic > self.max_traffic {
            let error = EvalError::TooMuchWork { needed: traffic, limit: self.max_traffic };
            self.too_much_work = Some(error.clone());
            return Err(error);
        }
        self.traffic = traffic;
        Ok(())
    }

    /// Reserves memory for the outputs of a node, and counts the bytes that it reads and writes. Returns the bytes that are
    /// reserved. On an error, nothing is.
    pub(super) fn reserve(
        &mut self,
        inputs: &[Option<Tensor>],
        outputs: &[StaticTensorType],
        extra: Extra,
    ) -> Result<u64, EvalError> {
        let sum = |all: u64, more: u64| all.saturating_add(more);
        let longest = inputs.iter().flatten().map(longest_string).fold(NUMBER_TEXT, sum);
        let reserved = outputs.iter().map(|output| output_bytes(output, longest)).fold(0, sum);
        let read_of = |t: &Tensor| work_of((t.element(), t.sizes().len()), positions(t.sizes()), resident_bytes(t));
        let read = inputs.iter().flatten().map(read_of).fold(0, sum);
        let written_of =
            |o: &StaticTensorType| work_of((o.element, o.sizes.len()), o.positions(), output_bytes(o, longest));
        let written = outputs.iter().map(written_of).fold(0, sum);
        let resident = self.resident.saturating_add(reserved);
        let peak = resident.saturating_add(extra.scratch);
        if peak > self.max_resident {
            return Err(EvalError::TooLarge { needed: peak, limit: self.max_resident });
        }
        self.work(read.saturating_add(written).saturating_add(extra.read))?;
        self.resident = resident;
        Ok(reserved)
    }

    /// Replaces what was reserved for a node by what its outputs take.
    pub(super) fn settle(&mut self, reserved: u64, outputs: &[Tensor]) {
        let taken = outputs.iter().map(resident_bytes).fold(0, u64::saturating_add);
        self.resident = self.resident.saturating_sub(reserved).saturating_add(taken);
    }

    /// Releases the bytes of a value that is no longer needed.
    pub(crate) fn release(&mut self, tensor: &Tensor) {
        self.resident = self.resident.saturating_sub(resident_bytes(tensor));
    }
}

/// The bytes that an element counts at least in what is read and written: an element of one byte takes as long as one of eight.
const ELEMENT_WORK: u64 = 8;
/// The bytes that an element of a list counts in inference.
const INFERRED_ELEMENT_WORK: u64 = 256;
/// The bytes that a string takes besides its text.
const STRING_BYTES: u64 = 48;
/// The longest text of a number.
const NUMBER_TEXT: u64 = 24;

/// How often the bytes of strings count: each string is allocated, and numbers are formatted and parsed.
const STRING_WORK: u64 = 4;

/// The dimensions with which an element takes as long as it counts. Some operators compute its position in each dimension.
const COUNTED_RANK: u64 = 8;

/// What it counts to read or write so many positions of so many bytes, of a type and a rank.
fn work_of((element, rank): (ElementType, usize), elements: u64, bytes: u64) -> u64 {
    let work = match element {
        ElementType::String => bytes.saturating_mul(STRING_WORK),
        _ => bytes.max(elements.saturating_mul(ELEMENT_WORK)),
    };
    work.saturating_mul((rank as u64).div_ceil(COUNTED_RANK).max(1))
}

/// The bytes that a value takes in memory. Text counts twice, because a copy of it is written.
pub(crate) fn resident_bytes(tensor: &Tensor) -> u64 {
    match tensor.strings() {
        Some(strings) => strings_bytes(strings.len() as u64, tensor.byte_len() as u64),
        None => tensor.byte_len() as u64,
    }
}

fn strings_bytes(count: u64, text: u64) -> u64 {
    count.saturating_mul(STRING_BYTES).saturating_add(text.saturating_mul(2))
}

fn longest_string(tensor: &Tensor) -> u64 {
    tensor.strings().unwrap_or_default().iter().map(|text| text.len() as u64).max().unwrap_or(0)
}

/// The bytes of the model and its data files.
fn file_bytes(model: &Model) -> u64 {
    let data = model.data_files().iter().filter_map(|file| file.bytes());
    data.fold(model.source().bytes().len() as u64, |all, bytes| all.saturating_add(bytes.len() as u64))
}

/// The bytes of an output. A string, whose text is not known yet, is at most as long as the longest ones of the inputs together.
fn output_bytes(output: &StaticTensorType, longest: u64) -> u64 {
    let count = output.count() as u64;
    match output.element {
        ElementType::String => strings_bytes(count, count.saturating_mul(longest)),
        element => element.packed_bytes(count).unwrap_or(u64::MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ReadOptions;
    use crate::source::Source;

    #[test]
    fn folding_reads_and_writes_in_proportion_to_the_file() {
        let model = Model::read(Source::from_bytes("m.onnx", vec![0; 1_000]), &ReadOptions::default());
        let reserve = |mut budget: Budget, read| budget.reserve(&[], &[], Extra { read, scratch: 0 });
        let (limits, most) = (Limits::default(), (512 << 20) + 128_000);
        assert_eq!(reserve(Budget::of_folding(&limits, &model), most), Ok(0));
        let too_much = Err(EvalError::TooMuchWork { needed: most + 1, limit: most });
        assert_eq!(reserve(Budget::of_folding(&limits, &model), most + 1), too_much);
        assert_eq!(reserve(Budget::new(&limits, &model), most + 1), Ok(0), "whoever asks for a result waits for it");
        let later = |traffic| Budget::of_folding(&limits, &model).continuing(0, traffic);
        assert_eq!(reserve(later(1_000), most - 1_000), Ok(0));
        assert_eq!(reserve(later(1_000), most - 999), too_much, "all attempts share the work");
        let limits = Limits { max_io_bytes: 10, ..limits };
        assert!(reserve(Budget::of_folding(&limits, &model), 11).is_err());
    }

    #[test]
    fn nothing_is_prepared_once_little_work_is_left_and_some_was_refused() {
        let model = Model::read(Source::from_bytes("m.onnx", Vec::new()), &ReadOptions::default());
        let limits = Limits { max_io_bytes: 6_400, ..Limits::default() };
        let mut budget = Budget::new(&limits, &model);
        let mut reserve = |read| (budget.reserve(&[], &[], Extra { read, scratch: 0 }), budget.check());
        let too_much = EvalError::TooMuchWork { needed: 7_000, limit: 6_400 };
        assert_eq!(reserve(7_000), (Err(too_much.clone()), Ok(())), "a smaller node may follow");
        assert_eq!(reserve(6_300), (Ok(0), Ok(())), "a 64th is left");
        assert_eq!(reserve(1), (Ok(0), Err(too_much)));
    }

    #[test]
    fn an_element_that_inference_follows_counts_256_bytes_of_work() {
        let model = Model::read(Source::from_bytes("m.onnx", Vec::new()), &ReadOptions::default());
        let mut budget = Budget::new(&Limits::default(), &model);
        let list = |length: usize| Tensor::new([length], vec![1i64; length]).unwrap().fact(&Limits::default());
        assert_eq!(budget.infer(&[list(64), list(100), Fact::UNKNOWN, list(66)]), Ok(()));
        assert_eq!(budget.traffic, (36 + 2) * 256);
        assert_eq!(budget.infer(&[list(1_025)]), Ok(()), "longer lists are not followed");
        assert_eq!(budget.traffic, (36 + 2) * 256);
    }

    #[test]
    fn an_element_counts_eight_bytes_of_work_and_a_string_its_longest_text() {
        let model = Model::read(Source::from_bytes("m.onnx", Vec::new()), &ReadOptions::default());
        let mut budget = Budget::new(&Limits::default(), &model);
        let extra = || Extra { read: 0, scratch: 0 };
        let output = |element| StaticTensorType { element, sizes: [100].into() };
        let bytes = Tensor::new([50], vec![1u8; 50]).unwrap();
        assert_eq!(budget.reserve(&[Some(bytes)], &[output(ElementType::I8)], extra()), Ok(100));
        assert_eq!((budget.resident, budget.traffic), (100, 8 * 150));
        let texts = Tensor::of_strings([2], [b"ab".as_slice().into(), b"abcd".as_slice().into()]).unwrap();
        let reserved = budget.reserve(&[Some(texts.clone())], &[output(ElementType::String)], extra()).unwrap();
        assert_eq!(reserved, 100 * (48 + 2 * (24 + 4)), "text counts twice");
        let read = 2 * 48 + 2 * 6;
        assert_eq!(budget.traffic, 8 * 150 + 4 * (read + reserved), "and is four times the work");
        let before = budget.traffic;
        let deep = StaticTensorType { element: ElementType::I64, sizes: vec![1; 17].into() };
        assert_eq!(budget.reserve(&[], &[deep], extra()), Ok(8));
        assert_eq!(budget.traffic - before, 3 * 8, "an element of 17 dimensions counts as one for each 8 of them");
        budget.resident -= 8;
        budget.settle(reserved, std::slice::from_ref(&texts));
        assert_eq!(budget.resident, 100 + 2 * 48 + 2 * 6, "the text is known now");
        budget.release(&texts);
        assert_eq!(budget.resident, 100);
    }
}
