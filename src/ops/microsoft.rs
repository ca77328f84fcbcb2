//! Operators of ONNX Runtime's own domain that the shapes of their inputs describe completely.

mod pattern;

// To add a family, create its file and add its name here.
families! {
    attention
    block_floating_point
    conv_pool
    data_movement
    matmul
    quantized
    recurrent
}

use super::OperatorDef;
use pattern::{Formula, Pattern};

/// One-line entries: the input patterns, the output patterns, then what a run costs, if there is a formula.
macro_rules! patterns {
    ($($make:ident $name:literal: $($input:literal)* => $($output:literal)* $(, $cost:ident $(($of:literal))?)?;)*) => {
        &[$(OperatorDef::$make($name, |_| {
            let cost = [$(Formula::$cost $(($of))?,)? Formula::None][0];
            Pattern::resolve(&[$($input),*], &[$($output),*], cost)
        }),)*]
    };
}

pub(super) static OPERATORS: &[OperatorDef] = patterns! {
    // Elementwise.
    microsoft "BiasDropout": "..." => "..." "...";
    microsoft "BitmaskBiasDropout": "..." => "..." "#0+31/32";
    microsoft "BitmaskDropout": "..." => "..." "#0+31/32";
    microsoft "BiasGelu": "... H" "H" => "... H", Operations(1);
    microsoft "BiasAdd": "N S C" "C" "N S C" => "N S C", Operations(1);
    microsoft "BiasSoftmax": "..." => "...", Operations(5);
    microsoft "BiasSplitGelu": "N S D" "D" => "N S D/2", Operations(1);
    microsoft "BranchwiseRMSNorm": "..." => "...", Operations(5);
    microsoft "FastGelu": "..." => "...", Operations(1);
    microsoft "GatedAdd": "... C" "... C" "... 1" => "... C", Operations(1);
    microsoft "GatedRMSNorm": "..." "" "..." => "...", Operations(5);
    microsoft "Gelu": "..." => "...", Operations(1);
    microsoft "GroupNorm": "..." => "...", Operations(5);
    microsoft "HyperConnectionPostMix": "..." => "...";
    microsoft "Inverse": "... N N" => "... N N";
    microsoft "LinearAttentionGate": "... H" "H" "H" "... H" => "... H" "... H";
    microsoft "QLinearLeakyRelu": "..." => "...", Operations(1);
    microsoft "QLinearSigmoid": "..." => "...", Operations(1);
    microsoft "QLinearSoftmax": "..." => "...", Operations(5);
    microsoft "QOrderedGelu": "..." => "...", Operations(1);
    microsoft "QOrderedLayerNormalization": "..." => "...", Operations(5);
    microsoft "QuickGelu": "..." => "...", Operations(1);
    microsoft "SampleOp": "..." => "...";
    microsoft "ScaledSiLU": "..." => "...", Operations(1);
    microsoft "SkipGroupNorm": "..." => "..." "...", Operations(5);
    onnx "Affine": "..." => "...", Operations(1);
    onnx "DisentangledAttention_TRT": "..." => "...";
    onnx "GRUUnit": "..." => "...";
    onnx "ImageScaler": "..." => "...", Operations(1);
    onnx "MemcpyFromHost": "..." => "...", Movement;
    onnx "MemcpyToHost": "..." => "...", Movement;
    onnx "ParametricSoftplus": "..." => "...", Operations(1);
    onnx "Scale": "..." => "...", Operations(1);
    onnx "ScaledTanh": "..." => "...", Operations(1);
    // Tokens and their embeddings.
    microsoft "EmbedLayerNormalization": "B S" "B S" "? H" "? H" "? H" "H" "H" => "B S H" "B" "B S H";
    microsoft "QEmbedLayerNormalization": "B S" "B S" "? H" "? H" "? H" "H" "H" => "B S H" "B";
    microsoft "EngramGate": "B S M H" "B S M H" "B S H" "M H" "M H" "M H" => "B S M H" "B S M H";
    microsoft "NGramHashMapping": "B S" => "B S @max_ngram_size-1*@n_head_per_ngram" "B @max_ngram_size-1";
    microsoft "NGramRepeatBlock": "B ?" "B V" => "B V";
    microsoft "RemovePadding": "B S H" "B" => "? H" "B S" "B+1" "1", Movement;
    microsoft "RestorePadding": "T H" "B S" => "B S H", Movement;
    microsoft "SkipLayerNormalization": "... H" "" "H" "H" "H" => "... H" "... 1" "... 1" "... H", Operations(5);
    microsoft "SkipSimplifiedLayerNormalization": "... H" "" "H" "H" => "... H" "... 1" "... 1" "... H", Operations(5);
    microsoft "VarlenNGramHashMapping":
        "T" "" "" "" "..past" "" "" "" "..segments"
        => "T @max_ngram_size-1*@n_head_per_ngram" "? @max_ngram_size-1" "? @max_ngram_size-1" "? ? @max_ngram_size-1";
    microsoft "TorchEmbedding": "? H" "..." => "... H";
    // ONNX Runtime reads the first dimensions, whatever follows them.
    microsoft "WordConvEmbedding": "S ? ..words" "F ? ? ? ..filters" => "S F";
    // Mixtures of experts.
    microsoft "MoE": "..." => "...";
    microsoft "QMoE": "..." => "...";
    // Positions.
    microsoft "GemmaRotaryEmbedding": "" "..q" "" "..k" => "..q" "..k";
    microsoft "MRotaryEmbedding": "..." => "...", Operations(3);
    microsoft "RotaryEmbedding": "..." => "...", Operations(3);
    microsoft "RelativePositionBias": "? N" => "1 N $1 $2";
    microsoft "GatedRelativePositionBias": "" "" "1 ? S S" => "? @num_heads S S";
    // Attention with one kind of input.
    microsoft "DecoderAttention": "S B H" => "S B H" "B @num_heads ? H/@num_heads" "B @num_heads ? H/@num_heads";
    microsoft "LongformerAttention": "B S H" => "B S H";
    microsoft "QOrderedLongformerAttention": "B S H" => "B S H";
    microsoft "QOrderedAttention": "B S ?" "" "" "" "" "" "" "? V" => "B S V";
    microsoft "PackedSparseAttentionIndexer":
        "T ?" "" "" "" "" "" "" "" "" "" "" "" "..keys" "..pending" "..gates" "..lengths"
        => "T ?" "T" "..keys" "..pending" "..gates" "..lengths" "? @state_update_capacity ?";
    microsoft "SparseAttentionIndexer": "B S ?" "" "" "" "" "" "" "? ? H" => "B S ?" "B ? H" "2 B ? 2*H";
    // Packed weights.
    microsoft "MatMulBlockQuantizedFp4Weight": "... ?" "N ?" => "... N";
    microsoft "MatMulBlockQuantizedFp8Weight": "... ?" "N ?" => "... N";
    microsoft "MatMulNBits": "... @K" => "... @N", Products("... @K @N");
    microsoft "MatMulNBitsMlp": "... @K" => "... @N" "... @K";
    microsoft "MatMulNBitsQkv": "... @K" => "... @Nq" "... @Nkv" "... @Nkv" "... @K";
    // Recurrence.
    microsoft "AttnLSTM": "S B ?" "D ? ?" => "S D B @hidden_size" "D B @hidden_size" "D B @hidden_size";
    microsoft "DynamicQuantizeLSTM": "S B ?" "D ? ?" => "S D B @hidden_size" "D B @hidden_size" "D B @hidden_size";
    microsoft "GatedDeltaNet": "" "" "" "" "" "" "..state" => "" "..state" "? ?";
    microsoft "VarlenCausalConvWithState": "..." "" "" "" "..state" => "..." "..state" "? ? ?";
    // Text generation.
    microsoft "BeamSearch": "B ? ..." => "B $4 $1" "B $4" "? ? ? ?";
    microsoft "WhisperBeamSearch": "" => "? $4 $1" "? $4" "? ? ? ?" "" "";
    microsoft "GreedySearch": "B ?" => "B $1";
    microsoft "Sampling": "B ?" => "B $1" "? ?";
    microsoft "BifurcationDetector": "" => "?" "scalar";
    // Others.
    microsoft "CDist": "M D" "K D" => "M K";
    microsoft "CropAndResize": "N C ? ?" "R 4" "R" "2" => "R C $3.0 $3.1";
    microsoft "DynamicTimeWarping": "? ? or 1 ? ?" => "2 ?";
    microsoft "IsAllFinite": "" => "scalar";
    microsoft "Rfft": "... N" => "... N/2+1 2";
    microsoft "Irfft": "... N 2" => "... N-1*2";
    microsoft "Unique": "N" => "?" "N" "?";
    onnx "MultilevelCropAndResize_TRT": "B N ?" "B C ..." => "B N C @pooled_size @pooled_size";
    onnx "PyramidROIAlign_TRT": "B N ?" "B C ..." => "B N C @pooled_size @pooled_size";
    onnx "EfficientNMS_TRT": "B ? ..." => "B 1" "B @max_output_boxes 4" "B @max_output_boxes" "B @max_output_boxes";
};

#[cfg(test)]
mod tests;
