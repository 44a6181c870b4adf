"""The latents and the decoder of an autoencoder, as stacks of forms."""

import pytest
import torch
from analysis.dense import KINDS, PARTS, build

from quadric import AutoencoderConfig, BilinearAutoencoder


@pytest.mark.parametrize("centred", [False, True], ids=["plain", "centred"])
@pytest.mark.parametrize("parts", PARTS)
@pytest.mark.parametrize("kind", KINDS)
def test_forms_encode_and_decode_as_the_autoencoder_does(kind, parts, centred):
    ae = build(kind, parts, d=6, lat=9, centred=centred)
    if centred:
        ae.set_mean(torch.full((6,), 0.1, dtype=torch.float64))
    x = torch.randn(5, 6, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    f = ae.encode(x)
    torch.testing.assert_close(ae.forms(ae.normalize(x)[0]), f)
    torch.testing.assert_close(ae.forms[3](ae.normalize(x)[0]), f[:, 3])
    mixing = torch.eye(9).double() if ae.down is None else ae.down.T @ ae.down
    torch.testing.assert_close(ae.codes(f), f @ mixing)
    torch.testing.assert_close(ae.codes(f, ae.hidden(f)), f @ mixing)
    decoded = torch.einsum("nj,jab->nab", ae.codes(f), ae.decoder_forms.to_dense())
    whole = ae.reconstruct(x)
    torch.testing.assert_close(decoded, (whole + whole.mT) / 2)
    assert not ae.forms.left.requires_grad


def test_gated_latents_are_no_forms_but_their_decoder_is():
    ae = BilinearAutoencoder(AutoencoderConfig(4, 6, tied=False, gate="silu"))
    with pytest.raises(ValueError, match="without a gate"):
        _ = ae.forms
    assert len(ae.decoder_forms) == 6
