"""A transformer whose prediction depends on the angle of a planted circle and on nothing else.

A Gemma, because its blocks bring what they add to the stream to norm one: the MLP of block 2 reads
the plane of the circle and writes the direction of what it read, without its length, to another
plane, which alone the head reads. A second plane carries the same angle and nothing reads it. A
long constant part of every activation makes the norms before blocks and head the same for all.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor
from transformers import AutoModelForCausalLM, Gemma3TextConfig, PreTrainedModel

D, ANGLES, KINDS, OTHERS, LAYER = 256, 12, 4, 96, 2
LONG = 10_000.0
"""The constant part of the activations."""


@dataclass(frozen=True)
class Planted:
    model: PreTrainedModel
    read: Tensor
    """A basis of the plane whose angle the model reads."""
    unread: Tensor
    """A basis of the plane that carries the same angle."""
    written: Tensor
    """A basis of the plane that the head reads."""
    rest: Tensor
    """A basis of what is only noise."""
    ids: Tensor
    """Text: tokens of the circle, and others of which the model reads nothing."""


@torch.no_grad()
def planted(seed: int = 0, blocks: int = 40, length: int = 24) -> Planted:
    circle = ANGLES * KINDS
    vocabulary = circle + OTHERS
    config = Gemma3TextConfig(
        vocab_size=vocabulary,
        hidden_size=D,
        intermediate_size=16,
        num_hidden_layers=4,
        num_attention_heads=4,
        num_key_value_heads=2,
        head_dim=8,
        max_position_embeddings=128,
        sliding_window=16,
        tie_word_embeddings=False,
        bos_token_id=0,
        eos_token_id=1,
        pad_token_id=2,
    )
    draw = torch.Generator().manual_seed(seed)
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        model = AutoModelForCausalLM.from_config(config).double().eval()
    basis = torch.linalg.qr(torch.randn(D, D, generator=draw, dtype=torch.float64)).Q
    constant, flag, rest = basis[:, 0], basis[:, 1], basis[:, 8:]
    read, unread, written = basis[:, 2:4], basis[:, 4:6], basis[:, 6:8]

    token = torch.arange(vocabulary)
    turn = 2 * math.pi * (token // KINDS) / ANGLES
    on = (token < circle).double()[:, None]
    circles = 3 * on * torch.stack([turn.cos(), turn.sin()], 1).double()
    noise = 3 * torch.randn(vocabulary, rest.shape[1], generator=draw, dtype=torch.float64)
    noise[:, :4] *= 10  # so that principal components have something else to find
    rows = LONG * (constant + (1 - on) * flag) + circles @ read.T + circles @ unread.T
    model.model.embed_tokens.weight.copy_((rows + noise @ rest.T) / math.sqrt(D))
    for i, block in enumerate(model.model.layers):
        out = block.self_attn.o_proj.weight
        out.copy_(rest @ (rest.T @ out) * 50)
        for part in (block.mlp.gate_proj, block.mlp.up_proj, block.mlp.down_proj):
            part.weight.zero_()
        if i == LAYER:
            # Tokens with the flag close the gate, so that nothing of them is read.
            block.mlp.gate_proj.weight[:2] = 10 * (constant - 2 * flag)
            block.mlp.up_proj.weight[:2] = 100 * read.T
            block.mlp.down_proj.weight[:, :2] = written
    answer = 2 * math.pi * torch.arange(ANGLES) / ANGLES
    head = model.lm_head.weight
    head.copy_(-2 * constant.expand(vocabulary, -1))
    compass = torch.stack([answer.cos(), answer.sin()], 1).double()
    head[:ANGLES] = (3 * LONG / D) * compass @ written.T
    model.requires_grad_(False)
    ids = torch.randint(vocabulary, (blocks, length), generator=draw)
    return Planted(model, read, unread, written, rest, ids)
