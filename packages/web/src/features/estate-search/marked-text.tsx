import { makeStyles, tokens } from '@fluentui/react-components'

const useStyles = makeStyles({
  mark: {
    color: 'inherit',
    backgroundColor: tokens.colorBrandBackground2,
    fontWeight: tokens.fontWeightSemibold,
    borderRadius: tokens.borderRadiusSmall,
    // Forced colors drop the background.
    '@media (forced-colors: active)': { textDecorationLine: 'underline' },
  },
})

/** Text from outside the product, with the search words marked. */
export function MarkedText({ text, words }: { text: string; words: string }) {
  const styles = useStyles()
  return (
    <bdi>
      {partsOf(text, words).map(({ part, isMatch, at }) =>
        isMatch ? (
          <mark key={at} className={styles.mark}>
            {part}
          </mark>
        ) : (
          part
        ),
      )}
    </bdi>
  )
}

/** Splits a text into visible letters: a combining accent belongs to the letter before it. */
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

interface Part {
  part: string
  isMatch: boolean
  at: number
}

/** The text in parts that match a word and parts that do not; accents and case count no more than in the search. */
function partsOf(text: string, words: string): Part[] {
  const letters = Array.from(graphemes.segment(text), ({ segment }) => segment)
  const folded = letters.map(fold)
  const wanted = fold(words).split(/\s+/).filter(Boolean)
  const parts: Part[] = []
  let at = 0
  while (at < letters.length) {
    const length = Math.max(0, ...wanted.map((word) => matchAt(folded, at, word)))
    const part = letters.slice(at, at + Math.max(1, length)).join('')
    const last = parts.at(-1)
    if (length === 0 && last?.isMatch === false) last.part += part
    else parts.push({ part, isMatch: length > 0, at })
    at += Math.max(1, length)
  }
  return parts
}

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Returns the number of letters from here that spell the word; 0 when they do not. */
function matchAt(letters: readonly string[], from: number, word: string): number {
  let spelled = ''
  let length = 0
  while (spelled.length < word.length && word.startsWith(spelled)) {
    const letter = letters[from + length]
    if (letter === undefined) return 0
    spelled += letter
    length += 1
  }
  return spelled.startsWith(word) ? length : 0
}
