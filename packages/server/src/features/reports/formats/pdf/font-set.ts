import { readFile } from 'node:fs/promises'

import subsetFont from 'subset-font'

import { BOX, drawable, isAscii } from './drawable-text.ts'
import { slicesWith } from './font-catalog.ts'
import type { FontSlice, HanForms } from './font-catalog.ts'
import { createFontFace } from './font-face.ts'
import type { FontFace } from './font-face.ts'
import type { PdfDocument } from './pdf-internals.ts'
import { createShaper } from './shaping.ts'

export type Weight = 'regular' | 'bold'

/** The fonts of one file: only those are opened whose characters occur in it. */
export type FontSet = Awaited<ReturnType<typeof openFonts>>

/** ASCII, and what the report's own words need beside it. */
const ALWAYS = `${Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(at + 0x20)).join('')}…·—`
const AXIS = { regular: 400, bold: 700 } as const satisfies Record<Weight, number>

/** Opens what these texts need, and ASCII in both weights. */
export async function openFonts(
  document: PdfDocument,
  texts: Readonly<Record<Weight, () => Iterable<string>>>,
) {
  const formsOf = chooseForms(texts.regular())
  const open = createOpener(document)
  const wanted = {
    regular: wantedIn(texts.regular(), formsOf),
    bold: wantedIn(texts.bold(), formsOf),
  }
  const faces = {
    regular: await facesFor(wanted.regular, open('regular')),
    bold: await facesFor(wanted.bold, open('bold')),
  }
  const lacking = lackingIn([...wanted.regular, ...wanted.bold], [faces.regular, faces.bold])
  const boxFaces =
    lacking.length > 0
      ? await facesFor(wantedIn([String.fromCodePoint(BOX)], formsOf), open('regular'))
      : undefined
  return {
    /** Returns the font that has the character; undefined when none has it. */
    faceOf: (codePoint: number, weight: Weight, forms: HanForms): FontFace | undefined => {
      const key = keyOf(codePoint, forms)
      return faces[weight].get(key) ?? faces.regular.get(key)
    },
    /** The font of the box for characters without a font. */
    box: boxFaces?.get(keyOf(BOX, 'sc')),
    /** The characters that no font has, as code points. */
    lacking,
    formsOf,
  }
}

const HAN = /\p{Script=Han}/u
const KANA = /[\u3040-\u30FF]/
const HANGUL = /\p{Script=Hangul}/u
const FIRST_HAN = 0x2e80
const JOINER = /\p{Join_Control}/u

/**
 * Chinese characters are drawn in the Japanese or Korean way where their text shows its language, else
 * as most of the report's texts that do, else in the simplified Chinese way.
 */
function chooseForms(texts: Iterable<string>): (text: string) => HanForms {
  const counts = { jp: 0, kr: 0 }
  for (const text of texts) {
    const shown = shownForms(text)
    if (shown !== undefined) counts[shown] += 1
  }
  const most = counts.jp >= counts.kr ? 'jp' : 'kr'
  const usual: HanForms = counts[most] > 0 ? most : 'sc'
  return (text) => {
    if (isAscii(text)) return 'sc'
    return shownForms(text) ?? (HAN.test(text) ? usual : 'sc')
  }
}

function shownForms(text: string): 'jp' | 'kr' | undefined {
  if (isAscii(text)) return undefined
  if (KANA.test(text)) return 'jp'
  return HANGUL.test(text) ? 'kr' : undefined
}

/** A character and the forms it is drawn in, as one number. */
function keyOf(codePoint: number, forms: HanForms): number {
  if (codePoint < FIRST_HAN || forms === 'sc') return codePoint * 4
  return codePoint * 4 + (forms === 'jp' ? 1 : 2)
}

interface Wanted {
  readonly codePoint: number
  readonly forms: HanForms
}

function wantedIn(
  texts: Iterable<string>,
  formsOf: (text: string) => HanForms,
): Map<number, Wanted> {
  const wanted = new Map<number, Wanted>()
  const add = (text: string) => {
    const drawn = drawable(text)
    const forms = formsOf(drawn)
    for (const letter of drawn) {
      const codePoint = letter.codePointAt(0) ?? 0
      const key = keyOf(codePoint, forms)
      if (!wanted.has(key)) wanted.set(key, { codePoint, forms })
    }
  }
  add(ALWAYS)
  for (const text of texts) if (!isAscii(text)) add(text)
  return wanted
}

/** Returns the characters without a font, in order; joiners show nothing. */
function lackingIn(
  wanted: readonly (readonly [key: number, Wanted])[],
  faces: readonly ReadonlyMap<number, FontFace>[],
): number[] {
  const lacking = wanted
    .filter(([key]) => !faces.some((served) => served.has(key)))
    .map(([, { codePoint }]) => codePoint)
    .filter((codePoint) => !JOINER.test(String.fromCodePoint(codePoint)))
  return [...new Set(lacking)].toSorted((one, other) => one - other)
}

type Open = (slice: FontSlice, codePoints: ReadonlySet<number>) => Promise<FontFace>

/** A slice may lack listed characters, so they are looked up in the next one. */
async function facesFor(
  wanted: ReadonlyMap<number, Wanted>,
  open: Open,
): Promise<Map<number, FontFace>> {
  const served = new Map<number, FontFace>()
  let asking = Array.from(wanted, ([key, { codePoint, forms }]) => ({
    key,
    codePoint,
    slices: slicesWith(codePoint, forms),
  }))
  while (asking.length > 0) {
    const bySlice = Map.groupBy(asking, ({ slices }) => slices.next().value)
    // Characters that no slice has get no font.
    bySlice.delete(undefined)
    for (const [slice, ofSlice] of bySlice) {
      if (slice === undefined) continue
      const face = await open(slice, new Set(ofSlice.map(({ codePoint }) => codePoint)))
      for (const { key, codePoint } of ofSlice) if (face.has(codePoint)) served.set(key, face)
    }
    asking = [...bySlice.values()].flat().filter(({ key }) => !served.has(key))
  }
  return served
}

function createOpener(document: PdfDocument): (weight: Weight) => Open {
  return (weight) => async (slice, codePoints) => {
    const options = {
      targetFormat: 'truetype' as const,
      variationAxes: { wght: AXIS[weight] },
      noHinting: true,
      // Which glyphs the letters become is not known before they are shaped.
      ...(slice.isShaped ? { keepAllGlyphs: true } : { keepFeatures: [] }),
    }
    const text = slice.isShaped ? '' : String.fromCodePoint(...codePoints)
    const fontFile = await subsetFont(await readFile(slice.path), text, options)
    document.font(fontFile)
    return createFontFace(document._font, slice.isShaped ? createShaper(fontFile) : null)
  }
}
