import { readFileSync } from 'node:fs'

/** The Dockerfile's last stage, which is the image. */
const image =
  readFileSync('Dockerfile', 'utf8')
    .split(/^FROM /mu)
    .at(-1) ?? ''

/** Returns the arguments of an instruction of the image, with continued lines joined. */
export const instructions = (name: string): string[] =>
  Array.from(
    image.replaceAll('\\\n', ' ').matchAll(new RegExp(String.raw`^${name}\s+(.*)$`, 'gmu')),
    ([, text = '']) => text.replaceAll(/\s+/gu, ' '),
  )

const depth = (line: string): number => line.length - line.trimStart().length

/** Returns the lines of an indented file under one key, including the key's line; '' without the key. */
export function partUnder(text: string, key: string): string {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => line.trimStart().startsWith(key))
  const first = lines[at]
  if (first === undefined) return ''
  const rest = lines.slice(at + 1)
  const end = rest.findIndex((line) => line.trim() !== '' && depth(line) <= depth(first))
  return [first, ...(end === -1 ? rest : rest.slice(0, end))].join('\n')
}
