import type {
  SecurityCheck,
  SecurityCheckId,
  SecuritySeverity,
  UnverifiedPart,
} from '@tenantscope/contract/security-audit'

/** What a measurement came to; what cannot be measured throws `CannotVerify`. */
export interface Verdict {
  readonly passed: boolean
  readonly evidence: string
  /** What of the check could not be seen; it counts neither way. */
  readonly unverified: readonly Unseen[]
}

/** What a check could not see, why, and how people can see to it themselves. */
export type Unseen = Omit<UnverifiedPart, 'checkId'>

export type Check = () => Promise<Verdict>

/** Why something could not be measured, in words for administrators. */
export class CannotVerify extends Error {
  override readonly name = 'CannotVerify'
}

/** Passed without problems; the evidence names the problems first, then what was found. */
export const judged = (
  problems: readonly string[],
  facts: readonly string[],
  unverified: readonly Unseen[] = [],
): Verdict => ({
  passed: problems.length === 0,
  evidence: [...problems, ...facts].map(sentence).join(' '),
  unverified,
})

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/u.test(text) ? '' : '.'}`

/** A sentence that is only said when it is so. */
export const when = (isSo: boolean, text: string): string[] => (isSo ? [text] : [])

interface CheckText {
  readonly name: string
  readonly severity: SecuritySeverity
  readonly description: string
  readonly howToFix: string
}

/** The checks in the order in which they are shown. */
const CHECK_TEXTS: Readonly<Record<SecurityCheckId, CheckText>> = {
  password_hashing: {
    name: 'Password Hashing',
    severity: 'critical',
    description: 'Passwords are stored as bcrypt hashes with at least 12 rounds.',
    howToFix:
      'Have the people whose hash is weaker choose a new password: Admin Panel, Users, Set Password. New hashes use bcrypt with at least 12 rounds.',
  },
  session_secret: {
    name: 'Session Secret',
    severity: 'critical',
    description:
      'The secret key is at least 32 characters long, random, known to the database and readable by nobody else.',
    howToFix:
      'Make a key with: openssl rand -base64 32. Put it first in SECRET_KEY, keep the old one after it, separated by a comma, and restart. For a key in a file: chmod 600.',
  },
  admin_password_strength: {
    name: 'Admin Password Strength',
    severity: 'critical',
    description:
      'Every local administrator has a password of at least 12 characters that was set under the current rule and is no default.',
    howToFix:
      'Choose a password of at least 12 characters under My Account, Security, or have default ones replaced with Force Password Reset on the Security Dashboard.',
  },
  rate_limiting: {
    name: 'Rate Limiting',
    severity: 'high',
    description: 'Sign-ins are limited to 5 attempts per IP per 15 minutes (5/15min).',
    howToFix:
      'Allow 5 attempts per IP per 15 minutes. Behind a proxy, set TRUST_PROXY, so that each person has an address of their own.',
  },
  environment_variables: {
    name: 'Environment Variables',
    severity: 'high',
    description: 'The environment sets what is needed and nothing that weakens the installation.',
    howToFix:
      'Set NODE_ENV=production, a random SECRET_KEY and a database password of its own, remove MICROSOFT_ENDPOINT, and take other users’ rights from files with secrets (chmod 600).',
  },
  database_security: {
    name: 'Database Security',
    severity: 'high',
    description:
      'The database is reached over a protected way, with a role or files that are only its own.',
    howToFix:
      'PostgreSQL: use a role that is no superuser, with a password, over TLS (sslmode=verify-full). Embedded: chmod 700 the data directory and let only one process use it.',
  },
  session_security: {
    name: 'Session Security',
    severity: 'high',
    description:
      'Session cookies are closed to scripts and other sites; sessions are stored as hashes and end in time.',
    howToFix:
      'Serve Tenantscope over https without a proxy that changes cookies, and end sessions that do not keep to the limits: Admin Panel, System, Reset Sessions.',
  },
  https_enforcement: {
    name: 'HTTPS Enforcement',
    severity: 'high',
    description: 'People reach Tenantscope over https only, with a certificate that stays valid.',
    howToFix:
      'Set PUBLIC_URL to an https address and TLS_CERT with TLS_KEY, or put a TLS proxy in front and set TRUST_PROXY. Renew the certificate in time.',
  },
  input_validation: {
    name: 'Input Validation',
    severity: 'high',
    description:
      'Every call takes only what the contract describes, and names the field that it refuses.',
    howToFix:
      'Remove routes that are not in the contract, or describe them there. Run an unchanged release of Tenantscope.',
  },
  cors_configuration: {
    name: 'CORS Configuration',
    severity: 'medium',
    description: 'Other sites can neither make changes nor read answers.',
    howToFix:
      'Do not add Access-Control headers, also not in a proxy in front. Set PUBLIC_URL to the address that people use.',
  },
  error_handling: {
    name: 'Error Handling',
    severity: 'medium',
    description: 'Refusals tell nothing of the inside: no stack, no path, no SQL.',
    howToFix: 'Run an unchanged release of Tenantscope, and let no proxy replace its answers.',
  },
  dependency_security: {
    name: 'Dependency Security',
    severity: 'medium',
    description:
      'No installed package differs from the lock file, and Node.js is a supported version.',
    howToFix:
      'Install exactly what the lock file names (npm ci), and use a supported version of Node.js (24 or later).',
  },
}

/** What every check tells about itself, whatever came out. */
export const describedCheck = (
  id: SecurityCheckId,
): Omit<SecurityCheck, 'passed' | 'evidence'> => ({
  id,
  ...CHECK_TEXTS[id],
})

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`
