import { readFile } from 'node:fs/promises'

import subsetFont from 'subset-font'
import { describe, expect, test } from 'vitest'

import { slicesWith } from './font-catalog.ts'
import { openFonts } from './font-set.ts'
import { createPdfDocument } from './pdf-internals.ts'
import { createShaper } from './shaping.ts'

/** A name in each script of a language that Microsoft 365 is used in. */
const NAMES: Readonly<Record<string, string>> = {
  Arabic: 'محمد',
  Armenian: 'Հայկ Պետրոսյան',
  Bengali: 'অনুষ্কা রায়',
  'Canadian Aboriginal': 'ᐃᓄᒃᑎᑐᑦ',
  Cherokee: 'ᏣᎳᎩ ꮳꮃꭹ',
  Chinese: '张伟 陳美玲',
  Cyrillic: 'Иванов Ђорђе Ґалаґан',
  Devanagari: 'हिन्दी क्षत्रिय',
  Ethiopic: 'አበበ በቀለ',
  Georgian: 'გიორგი ბერიძე ᲥᲔᲗᲘ',
  Greek: 'Γιώργος',
  Gujarati: 'ગુજરાતી શ્રી',
  Gurmukhi: 'ਪੰਜਾਬੀ ਸਿੰਘ',
  Hebrew: 'דנה',
  Japanese: '山田 ガギグ ｱｲｳ',
  Kannada: 'ಕನ್ನಡ ಶ್ರೀ',
  Khmer: 'ខ្មែរ សុខា',
  Korean: '김철수',
  Lao: 'ສົມໄຊ',
  Latin: 'Łukasz Ñoño Ğül Nguyễn Ọláyínká',
  Malayalam: 'മലയാളം ശ്രീ',
  Myanmar: 'ကျော်ဇော သတ္တ',
  Odia: 'ଓଡ଼ିଆ ଶ୍ରୀ',
  Sinhala: 'අනුෂ්කා පෙරේරා ශ්‍රී',
  Syriac: 'ܣܘܪܝܝܐ',
  Tamil: 'தமிழ் செல்வி',
  Telugu: 'తెలుగు శ్రీ',
  Thaana: 'ދިވެހި',
  Thai: 'สมชาย น้ำ',
  Tibetan: 'བོད་ཡིག',
}

test.each(Object.entries(NAMES))('%s has a font for every letter', async (_, name) => {
  const texts = { regular: () => [name, name.normalize('NFD')], bold: () => [name] }
  expect((await openFonts(createPdfDocument({}), texts)).lacking).toEqual([])
})

test('letters of scripts without a font are named, once and in order; joiners are not', async () => {
  const texts = { regular: () => ['Anna\u200D ᚢᚠᚢ \u{13000}'], bold: () => ['ⵣ'] }
  const { lacking } = await openFonts(createPdfDocument({}), texts)
  expect(lacking).toEqual([0x16a0, 0x16a2, 0x2d63, 0x13000])
})

/** The font file of a letter as the report has it, and what its letters are before they are joined. */
async function fontOf(letter: string) {
  const slice = slicesWith(letter.codePointAt(0) ?? 0, 'sc').next().value
  if (slice === undefined) throw new Error(`No font has ${letter}`)
  const options = { targetFormat: 'truetype' as const, keepAllGlyphs: true }
  const file = await subsetFont(await readFile(slice.path), '', options)
  const document = createPdfDocument({})
  document.font(file)
  return {
    glyphsOf: (text: string) => createShaper(file)(text, 'ltr'),
    idOf: (codePoint: number) => document._font.font.glyphForCodePoint(codePoint).id,
  }
}

describe('letters are drawn as their script is written', () => {
  test.each([
    ['Khmer', 'កេ', 0x17c1],
    ['Malayalam', 'കെ', 0x0d46],
    ['Myanmar', 'ကေ', 0x1031],
    ['Sinhala', 'කෙ', 0x0dd9],
    ['Tamil', 'கெ', 0x0bc6],
  ])('%s: a vowel stands before its consonant', async (_, text, vowel) => {
    const { glyphsOf, idOf } = await fontOf(text)
    expect(glyphsOf(text)[0]?.id).toBe(idOf(vowel))
  })

  test.each([
    ['Bengali', 'ষ্ক', 0x09cd],
    ['Devanagari', 'क्ष', 0x094d],
    ['Gujarati', 'શ્ર', 0x0acd],
    ['Kannada', 'ನ್ನ', 0x0ccd],
    ['Khmer', 'ខ្ម', 0x17d2],
    ['Malayalam', 'ശ്ര', 0x0d4d],
    ['Myanmar', 'တ္တ', 0x1039],
    ['Odia', 'ଶ୍ର', 0x0b4d],
    ['Telugu', 'శ్ర', 0x0c4d],
  ])(
    '%s: letters are stacked or joined, the sign between them is not drawn',
    async (_, text, sign) => {
      const { glyphsOf, idOf } = await fontOf(text)
      const glyphs = glyphsOf(text)
      expect(glyphs.map(({ id }) => id)).not.toContain(idOf(sign))
      // Each character has its place among the glyphs, so that the text can be copied.
      expect(glyphs.reduce((sum, { length }) => sum + length, 0)).toBe(3)
    },
  )
})
