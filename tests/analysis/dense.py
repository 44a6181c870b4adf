"""Autoencoders written out as 4-order tensors in float64: what the fast paths are held against."""

import torch

from quadric import AutoencoderConfig, BilinearAutoencoder

KINDS = {
    "vanilla": {},
    "ordered": {"ordered": True},
    "mixed": {"n_mix": 5},
    "combined": {"n_mix": 5, "ordered": True},
}
PARTS = {
    "paper": {},
    "symmetric": {"symmetric": True},
    "lifted": {"bias": True},
    "untied": {"tied": False},
}


def build(kind="vanilla", parts="paper", d=4, lat=11, seed=0, centred=False):
    """An autoencoder with random weights that leave a good part of the input standing."""
    config = AutoencoderConfig(d, lat, centred=centred, **KINDS[kind], **PARTS[parts])
    make = torch.Generator().manual_seed(seed)
    ae = BilinearAutoencoder(config).double()
    for parameter in ae.parameters():
        random = torch.randn(parameter.shape, generator=make, dtype=torch.float64)
        parameter.data.copy_(random * (0.8 / max(1, parameter.shape[1]) ** 0.5))
    return ae


def forms(left, right):
    """½(l⊗r + r⊗l) of every latent, [lat, d, d]."""
    product = torch.einsum("ja,jb->jab", left, right)
    return (product + product.mT) / 2


def tensor(ae, k=None):
    """A_k: the first k latents' part of the 4-order tensor of X → X̂, symmetrised on both sides."""
    encoder = forms(ae.left, ae.right)
    tied = ae.config.tied
    decoder = encoder if tied else forms(ae.decoder_left, ae.decoder_right)
    mixing = torch.eye(len(encoder)).double() if ae.down is None else ae.down.T @ ae.down
    return torch.einsum("jab,ji,icd->abcd", decoder[:k], mixing[:k], encoder).detach()
