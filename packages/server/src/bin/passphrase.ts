import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

import { BACKUPS } from '@tenantscope/contract/limits'

import { readSecretFile } from '../config/secret-file.ts'
import { StartRefused } from '../lib/start-refused.ts'

/** From BACKUP_PASSPHRASE_FILE, or typed without being shown. */
export async function readPassphrase(
  environment: NodeJS.ProcessEnv,
  { isNew }: { isNew: boolean },
): Promise<string> {
  const file = environment['BACKUP_PASSPHRASE_FILE'] ?? ''
  const isTyped = file === ''
  const passphrase = isTyped ? await ask('Passphrase: ') : fromFile(file)
  if (isNew && passphrase.length < BACKUPS.passphraseMinLength)
    throw new StartRefused(
      `Enter a passphrase of at least ${BACKUPS.passphraseMinLength} characters`,
    )
  if (isNew && isTyped && (await ask('Repeat the passphrase: ')) !== passphrase)
    throw new StartRefused('The two passphrases differ')
  return passphrase
}

/** Requires a confirmation before an installation with data is replaced. */
export async function confirmReplacing(given: string | undefined): Promise<void> {
  const word = BACKUPS.confirmation
  if (given === undefined && !process.stdin.isTTY)
    throw new StartRefused(
      `This installation holds data. Give --confirm ${word} to replace all of it.`,
    )
  const question = `This installation holds data. Type ${word} to replace all of it: `
  if ((given ?? (await ask(question, { isShown: true }))) !== word)
    throw new StartRefused(`Not confirmed with ${word}. Nothing was changed.`)
}

function fromFile(file: string): string {
  const problems: string[] = []
  const text = readSecretFile('BACKUP_PASSPHRASE_FILE', file, problems)
  if (text === undefined) throw new StartRefused(problems.join('\n'))
  return text
}

async function ask(question: string, { isShown } = { isShown: false }): Promise<string> {
  if (!process.stdin.isTTY)
    throw new StartRefused(
      'No terminal is available for the passphrase. Set BACKUP_PASSPHRASE_FILE to a file that holds it.',
    )
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const output = isShown ? process.stderr : silent
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve)
      lines.once('close', () => reject(new StartRefused('No input')))
    })
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
