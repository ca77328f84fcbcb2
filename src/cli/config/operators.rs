//! Custom operators in the configuration: `"com.example.Clamp" = "out[0] = in[0]"`.

use std::sync::Arc;

use crate::dialect::Dialect;
use crate::ops::{self, OperatorDef};

/// Maximum number of inputs and of outputs.
const MAX_OPERANDS: usize = 1_024;

/// Defines the operator of a key such as `com.example.Clamp` in both dialects.
pub(super) fn define(key: &str, copies: &[(usize, usize)]) -> Result<Vec<Arc<OperatorDef>>, String> {
    let Some((domain, name)) = key.rsplit_once('.').filter(|(domain, name)| !domain.is_empty() && !name.is_empty())
    else {
        return Err(format!("`{key}` is not an operator; expected DOMAIN.NAME, such as \"com.example.Clamp\""));
    };
    let dialects = [Dialect::Onnx, Dialect::OpenVino];
    if dialects.into_iter().any(|dialect| ops::lookup(dialect, domain, name).is_some_and(|known| known.def.is_some())) {
        return Err(format!("`{key}` is an operator of a specification and cannot be redefined"));
    }
    let define =
        |dialect| OperatorDef::custom(dialect, domain, name).outputs_like_inputs(copies.iter().copied()).into();
    Ok(dialects.into_iter().map(define).collect())
}

/// Parses `out[0] = in[0]`: the output, and the input whose type and shape it has.
pub(super) fn copy(text: &str) -> Result<(usize, usize), String> {
    let side = |text: &str, name: &str| {
        let index = text.trim().strip_prefix(name)?.trim_start().strip_prefix('[')?.strip_suffix(']')?;
        index.trim().parse::<usize>().ok().filter(|index| *index < MAX_OPERANDS)
    };
    let parsed = text.split_once('=').and_then(|(output, input)| Some((side(output, "out")?, side(input, "in")?)));
    parsed.ok_or_else(|| {
        format!("invalid output type `{text}`; expected \"out[0] = in[0]\" for an output with the type and shape of an input")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_is_like_an_input() {
        assert_eq!(copy("out[0] = in[1]"), Ok((0, 1)));
        assert_eq!(copy(" out [ 12 ]=in[0] "), Ok((12, 0)));
        for wrong in
            ["", "out[0]", "out[0] = out[1]", "in[0] = out[0]", "out[-1] = in[0]", "out[0] = in[9999]", "out0 = in0"]
        {
            assert!(copy(wrong).is_err(), "{wrong}");
        }
        assert!(define("Clamp", &[]).is_err());
        assert!(define(".Clamp", &[]).is_err());
        assert!(define("ai.onnx.Relu", &[]).is_err());
        assert_eq!(define("com.example.Clamp", &[(0, 0)]).map(|defs| defs.len()), Ok(2));
    }
}
