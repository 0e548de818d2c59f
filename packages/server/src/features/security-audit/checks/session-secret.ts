import path from 'node:path'

import type { Config } from '../../../config.ts'
import type { KeyRing, SecretKey } from '../../../lib/secret-key.ts'
import { judged, plural, when } from '../security-checks.rules.ts'
import type { Unseen, Verdict } from '../security-checks.rules.ts'
import type { SecurityFactsRepo } from '../security-facts.repo.ts'
import { isMissing, othersMay, unreadRights } from './file-modes.ts'

const KEY_BYTES = 32
/** Of 32 random bytes about 30 differ; so few never come by chance. */
const FEWEST_DIFFERENT_BYTES = 16

/** The keys in use: what seals every secret and signs what browsers carry. */
export async function checkSessionSecret(deps: {
  keyRing: KeyRing
  config: Pick<Config, 'secretKey' | 'secretKeyFile' | 'dataDir'>
  facts: Pick<SecurityFactsRepo, 'keyFingerprints'>
}): Promise<Verdict> {
  const { keyRing, config, facts } = deps
  const noted = await facts.keyFingerprints()
  const file = await keyFileVerdict(config)
  const unnoted = keyRing.filter(({ fingerprint }) => !noted.includes(fingerprint)).length
  return judged(
    [
      ...weakKeyProblems(keyRing),
      ...when(
        unnoted !== 0,
        `the database has not noted the fingerprint of ${plural(unnoted, 'key')} in use`,
      ),
      ...file.problems,
    ],
    [
      `${plural(keyRing.length, 'key')} in use, each of ${KEY_BYTES} bytes (44 characters in base64; at least 32 are asked for)`,
      ...file.facts,
    ],
    file.unverified,
  )
}

/** Keys that somebody typed instead of drawing them. */
export function weakKeyProblems(keyRing: KeyRing): string[] {
  return keyRing.flatMap((key, index) => {
    const weakness = weaknessOf(key)
    return weakness === null ? [] : [`key ${index + 1} of ${keyRing.length} ${weakness}`]
  })
}

function weaknessOf({ key }: SecretKey): string | null {
  const bytes = key.export()
  try {
    if (bytes.length < KEY_BYTES) return `has fewer than ${KEY_BYTES} bytes`
    if (new Set(bytes).size < FEWEST_DIFFERENT_BYTES) return 'repeats few bytes and is not random'
    if (bytes.every((byte) => byte >= 0x20 && byte <= 0x7e))
      return 'is readable text and not random'
    return null
  } finally {
    bytes.fill(0)
  }
}

async function keyFileVerdict({
  secretKey,
  secretKeyFile,
  dataDir,
}: Pick<Config, 'secretKey' | 'secretKeyFile' | 'dataDir'>) {
  if (secretKey !== null && secretKeyFile === null)
    return {
      problems: [],
      facts: ['the key comes from the environment'],
      unverified: [FROM_OUTSIDE],
    }
  const file = secretKeyFile ?? path.join(dataDir, 'secret.key')
  const name = path.basename(file)
  try {
    const rights = await othersMay(file)
    if (rights === null)
      return {
        problems: [],
        facts: [`the key comes from the file ${name}`],
        unverified: [{ name: WHO_READS, ...unreadRights(name) }],
      }
    const text = `the key file ${name} has mode ${rights.mode}`
    return rights.may
      ? { problems: [`${text}; others may use it`], facts: [], unverified: [] }
      : { problems: [], facts: [text], unverified: [] }
  } catch (error) {
    if (!isMissing(error)) throw error
    return {
      problems: [`the key file ${name} is gone: the next start cannot open anything`],
      facts: [],
      unverified: [],
    }
  }
}

const WHO_READS = 'Who can read the secret key'

const FROM_OUTSIDE: Unseen = {
  name: WHO_READS,
  reason:
    'The key comes from the environment. Who can read what sets it there, such as a unit or a compose file, is not seen from here.',
  howToVerify:
    'Look at the rights of the file that sets it (600), or give the key with SECRET_KEY_FILE, whose rights are checked.',
}
