//! Operators of one's own as text: `"com.example.Clamp" = "out[0] = in[0]"`.

use crate::dialect::Dialect;
use crate::ops::{self, OperatorDef};

/// Inputs and outputs that can be named.
const MOST: usize = 1_024;

/// The operators of both dialects that a key such as `com.example.Clamp` names. They live as long as the program does,
/// as those that are compiled in.
pub(super) fn define(key: &str, copies: Vec<(usize, usize)>) -> Result<Vec<&'static OperatorDef>, String> {
    let Some((domain, name)) = key.rsplit_once('.').filter(|(domain, name)| !domain.is_empty() && !name.is_empty())
    else {
        return Err(format!("`{key}` names no operator: write DOMAIN.NAME, as in \"com.example.Clamp\""));
    };
    let dialects = [Dialect::Onnx, Dialect::OpenVino];
    if dialects.into_iter().any(|dialect| ops::lookup(dialect, domain, name).is_some_and(|known| known.def.is_some())) {
        return Err(format!("`{key}` is known already, with all that its specification says"));
    }
    let (domain, name): (&'static str, &'static str) = (domain.to_owned().leak(), name.to_owned().leak());
    let copies: &'static [(usize, usize)] = copies.leak();
    let define = |dialect| &*Box::leak(Box::new(OperatorDef::like_inputs(dialect, domain, name, copies)));
    Ok(dialects.into_iter().map(define).collect())
}

/// `out[0] = in[0]`: the output and the input whose type and shape it has.
pub(super) fn copy(text: &str) -> Result<(usize, usize), String> {
    let side = |text: &str, name: &str| {
        let index = text.trim().strip_prefix(name)?.trim_start().strip_prefix('[')?.strip_suffix(']')?;
        index.trim().parse::<usize>().ok().filter(|index| *index < MOST)
    };
    let parsed = text.split_once('=').and_then(|(output, input)| Some((side(output, "out")?, side(input, "in")?)));
    parsed.ok_or_else(|| {
        format!("`{text}` is not understood: write \"out[0] = in[0]\" for an output with type and shape of an input")
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
        assert!(define("Clamp", Vec::new()).is_err());
        assert!(define(".Clamp", Vec::new()).is_err());
        assert!(define("ai.onnx.Relu", Vec::new()).is_err());
        assert_eq!(define("com.example.Clamp", vec![(0, 0)]).map(|defs| defs.len()), Ok(2));
    }
}
