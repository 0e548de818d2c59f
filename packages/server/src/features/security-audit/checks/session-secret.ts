import path from 'node:path'

import type { Config } from '../../../config.ts'
import { isMissing } from '../../../lib/error-code.ts'
import type { KeyRing, SecretKey } from '../../../lib/secret-key.ts'
import { fact, judged, plural, problem } from '../security-checks.rules.ts'
import type { Finding, Unseen, Verdict } from '../security-checks.rules.ts'
import type { SecurityFactsRepo } from '../security-facts.repo.ts'
import { othersMay, unreadRights } from './file-modes.ts'

const KEY_BYTES = 32
/** Of 32 random bytes about 30 are different; so few never occur by chance. */
const FEWEST_DIFFERENT_BYTES = 16

/** Checks the keys in use, which seal every secret and sign cookies. */
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
      ...weakKeyProblems(keyRing).map(problem),
      unnoted > 0 &&
        problem(
          `the database has not recorded the fingerprint of ${plural(unnoted, 'key')} in use`,
        ),
      fact(
        `${plural(keyRing.length, 'key')} in use, each of ${KEY_BYTES} bytes (44 characters in base64; at least 32 are required)`,
      ),
      file.finding,
    ],
    file.unverified,
  )
}

/** Finds keys that were typed instead of generated. */
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

async function keyFileVerdict(
  config: Pick<Config, 'secretKey' | 'secretKeyFile' | 'dataDir'>,
): Promise<{ finding: Finding; unverified: Unseen[] }> {
  const { secretKey, secretKeyFile, dataDir } = config
  if (secretKey !== null && secretKeyFile === null)
    return { finding: fact('the key comes from the environment'), unverified: [FROM_OUTSIDE] }
  const file = secretKeyFile ?? path.join(dataDir, 'secret.key')
  const name = path.basename(file)
  try {
    const rights = await othersMay(file)
    if (rights === null)
      return {
        finding: fact(`the key comes from the file ${name}`),
        unverified: [{ name: WHO_READS, ...unreadRights(name) }],
      }
    const text = `the key file ${name} has mode ${rights.mode}`
    const finding = rights.may ? problem(`${text}; other users have access to it`) : fact(text)
    return { finding, unverified: [] }
  } catch (error) {
    if (!isMissing(error)) throw error
    const text = `the key file ${name} is missing: after the next start no secret can be decrypted`
    return { finding: problem(text), unverified: [] }
  }
}

const WHO_READS = 'Read access to the secret key'

const FROM_OUTSIDE: Unseen = {
  name: WHO_READS,
  reason:
    'The key comes from the environment. The access rights of the file that sets it, such as a unit or a compose file, cannot be checked.',
  howToVerify:
    'Check the rights of the file that sets it (600), or use SECRET_KEY_FILE, whose rights are checked.',
}
