import { createHash } from 'node:crypto'

/** Block comments and escape strings, which this file does not parse. */
const OTHER_SYNTAX = /\/\*|\be'/i
/** A comment, a quoted text, white space, or anything else. */
const TOKEN = /--[^\n]*|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$.*?\$\1\$|\s+|[^\s'"$-]+|./gs

/**
 * Returns the SHA-256 of a migration's statements. Comments, white space between words and line ends
 * do not count.
 */
export function checksumOf(text: string): string {
  return createHash('sha256').update(statementsOf(text)).digest('hex')
}

function statementsOf(original: string): string {
  // A checkout on Windows may change line ends to CRLF, which is not a change.
  const text = original.replaceAll('\r\n', '\n')
  if (OTHER_SYNTAX.test(text)) return text
  const statements: string[] = []
  let gap = ''
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.startsWith('--')) continue
    if (token.trim() === '') gap += token
    else {
      append(statements, { token, gap })
      gap = ''
    }
  }
  return statements.join('')
}

/** Appends a token with the white space before it, which becomes one space. */
function append(statements: string[], { token, gap }: { token: string; gap: string }): void {
  const last = statements.pop()
  if (last === undefined) statements.push(token)
  // In SQL, texts on two lines are one text.
  else if (gap.includes('\n') && isText(last) && isText(token))
    statements.push(last.slice(0, -1) + token.slice(1))
  else statements.push(last, ...(gap === '' ? [] : [' ']), token)
}

const isText = (token: string): boolean => token.startsWith("'")
