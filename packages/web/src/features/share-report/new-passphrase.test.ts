import { createShare } from '@tenantscope/contract/shares'
import { expect, test } from 'vitest'

import { newPassphrase } from './share-form.tsx'

test('a passphrase is three groups of signs that cannot be mistaken, and another each time', () => {
  const made = Array.from({ length: 200 }, newPassphrase)
  for (const passphrase of made) {
    expect(passphrase).toMatch(/^[a-km-np-z2-9]{4}-[a-km-np-z2-9]{4}-[a-km-np-z2-9]{4}$/)
    expect(createShare.body.shape.passphrase.safeParse(passphrase).success).toBe(true)
  }
  expect(new Set(made).size).toBe(made.length)
  // Every sign comes up: 2,400 draws of 32.
  expect(new Set(made.join('').replaceAll('-', '')).size).toBe(32)
})
