import { render } from '@testing-library/react'
import { expect, test } from 'vitest'

import { MarkedText } from './marked-text.tsx'

test.each([
  ['Contoso', 'con', '[Con]toso'],
  ['Công ty Gốm Sứ', 'cong su', '[Công] ty Gốm [Sứ]'],
  ['cafe\u0301 noir', 'café', '[cafe\u0301] noir'],
  ['aaa', 'a aa', '[aa][a]'],
  ['a+b (c) [d]', '(c) a+b', '[a+b] [(c)] [d]'],
  ['👩‍🔧 Ana', '👩‍🔧', '[👩‍🔧] Ana'],
  ['שלום עולם', 'עולם', 'שלום [עולם]'],
  ['Contoso', 'fabrikam', 'Contoso'],
  ['Contos', 'contoso', 'Contos'],
  ['', 'x', ''],
])('of %s the words %s are marked: %s', (text, words, shown) => {
  const { container } = render(<MarkedText text={text} words={words} />)
  const parts = Array.from(container.querySelector('bdi')?.childNodes ?? [], (node) =>
    node.nodeName === 'MARK' ? `[${node.textContent}]` : (node.textContent ?? ''),
  )
  expect(parts.join('')).toBe(shown)
})
