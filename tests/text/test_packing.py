import pytest
import torch

from quadric.text import blocks


def bytes_of(text: str, tokenizer) -> list[int]:
    return tokenizer(text, add_special_tokens=False)["input_ids"]


def test_documents_are_packed(tiny):
    _, tokenizer = tiny("llama")
    texts = ["abcde", "fgh", "", "ijklmnop"]
    cut = list(blocks(texts, tokenizer, context=6))
    end = tokenizer.eos_token_id
    flow = [token for t in texts if t for token in (*bytes_of(t, tokenizer), end)]
    assert torch.cat([b.ids[b.real] for b in cut]).tolist() == flow
    assert [b.real.all().item() for b in cut] == [True, True, True, False]
    owners = torch.cat([b.documents[b.real] for b in cut]).tolist()
    assert owners == [0] * 6 + [1] * 4 + [3] * 9


def test_left_out_are_first_special_and_padding(tiny):
    _, tokenizer = tiny("llama")
    first, second = blocks(["abc", "defg"], tokenizer, context=6)
    assert first.keep.tolist() == [False, True, True, False, True, True]
    assert second.keep.tolist() == [False, True, False, False, False, False]
    kept, _ = blocks(["abc", "defg"], tokenizer, context=6, keep_first=True, keep_special=True)
    assert kept.keep.all()


def test_special_tokens_inside_the_text_are_left_out_too(tiny):
    _, tokenizer = tiny("llama")
    (block,) = blocks(["ab<pad>cd"], tokenizer, context=8)
    assert block.keep.tolist() == [False, True, False, True, True, False, False, False]


def test_unpacked_documents_begin_their_own_block(tiny):
    _, tokenizer = tiny("llama")
    cut = list(blocks(["abcdefgh", "ij"], tokenizer, context=5, pack=False))
    assert [b.ids[b.real].tolist() for b in cut] == [
        bytes_of(t, tokenizer) for t in ("abcde", "fgh", "ij")
    ]
    assert [b.documents.unique().tolist() for b in cut] == [[0], [0], [1]]


def test_what_a_tokenizer_puts_around_a_text_is_around_every_block(tiny):
    _, tokenizer = tiny("bert")
    start, end = tokenizer.cls_token_id, tokenizer.sep_token_id
    cut = list(blocks(["abcdefgh"], tokenizer, context=6))
    assert all(b.ids[0] == start and b.ids[b.real][-1] == end for b in cut)
    inner = torch.cat([b.ids[b.real][1:-1] for b in cut]).tolist()
    assert inner == [*bytes_of("abcdefgh", tokenizer), end]
    assert torch.cat([b.ids[b.keep] for b in cut]).tolist() == bytes_of("abcdefgh", tokenizer)


def test_a_context_without_room_is_refused(tiny):
    with pytest.raises(ValueError, match="a context of 2 has no room for text"):
        list(blocks(["abc"], tiny("bert")[1], context=2))


@pytest.mark.slow
def test_real_text(smollm2, speeches):
    _, tokenizer = smollm2
    cut = list(blocks(speeches[:2], tokenizer, context=128))
    text = tokenizer.decode(torch.cat([b.ids[b.real] for b in cut]))
    assert text.startswith(speeches[0][:2000])
    kept = sum(int(b.keep.sum()) for b in cut) / (len(cut) * 128)
    assert 0.97 < kept < 127 / 128
