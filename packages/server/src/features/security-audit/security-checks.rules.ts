import type {
  SecurityCheck,
  SecurityCheckId,
  SecuritySeverity,
  UnverifiedPart,
} from '@tenantscope/contract/security-audit'

/** The result of a measurement; a check that cannot measure throws `CannotVerify`. */
export interface Verdict {
  readonly passed: boolean
  readonly evidence: string
  /** Parts that could not be checked; they do not count. */
  readonly unverified: readonly Unseen[]
}

/** An unchecked part, the reason, and how to check it manually. */
export type Unseen = Omit<UnverifiedPart, 'checkId'>

export type Check = () => Promise<Verdict>

/** Why a check could not measure, as a text for administrators. */
export class CannotVerify extends Error {
  override readonly name = 'CannotVerify'
}

/** A measured problem or fact. */
export interface Finding {
  readonly isProblem: boolean
  readonly text: string
}

export const problem = (text: string): Finding => ({ isProblem: true, text })
export const fact = (text: string): Finding => ({ isProblem: false, text })

/** Passed without problems; the evidence lists the problems first, then the facts. */
export function judged(
  given: readonly (Finding | false)[],
  unverified: readonly Unseen[] = [],
): Verdict {
  const findings = given.filter((each) => each !== false)
  const problems = findings.filter(({ isProblem }) => isProblem)
  const facts = findings.filter(({ isProblem }) => !isProblem)
  const evidence = [...problems, ...facts].map(({ text }) => sentence(text)).join(' ')
  return { passed: problems.length === 0, evidence, unverified }
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/u.test(text) ? '' : '.'}`

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
      'Set a new password for users with a weaker hash: Admin Panel, Users, Set Password. New hashes use bcrypt with at least 12 rounds.',
  },
  session_secret: {
    name: 'Session Secret',
    severity: 'critical',
    description:
      'The secret key is at least 32 characters long, random, known to the database and readable by no other user.',
    howToFix:
      'Create a key with: openssl rand -base64 32. Put it first in SECRET_KEY, followed by a comma and the old key, and restart. For a key in a file: chmod 600.',
  },
  admin_password_strength: {
    name: 'Admin Password Strength',
    severity: 'critical',
    description:
      'Every local administrator has a password of at least 12 characters that was set under the current rule and is not a default password.',
    howToFix:
      'Choose a password of at least 12 characters under My Account, Security, or replace default passwords with Force Password Reset on the Security Dashboard.',
  },
  rate_limiting: {
    name: 'Rate Limiting',
    severity: 'high',
    description: 'Sign-ins are limited to 5 attempts per IP per 15 minutes (5/15min).',
    howToFix:
      'Allow 5 attempts per IP per 15 minutes. Behind a proxy, set TRUST_PROXY, so that each client has its own address.',
  },
  environment_variables: {
    name: 'Environment Variables',
    severity: 'high',
    description:
      'The environment sets all required variables and none that weakens the installation.',
    howToFix:
      'Set NODE_ENV=production, a random SECRET_KEY and a unique database password. Remove MICROSOFT_ENDPOINT. Remove the rights of other users on files with secrets (chmod 600).',
  },
  database_security: {
    name: 'Database Security',
    severity: 'high',
    description:
      'The connection to the database is protected, and its role or files are used by Tenantscope only.',
    howToFix:
      'PostgreSQL: use a role that is not a superuser, with a password, over TLS (sslmode=verify-full). Embedded: chmod 700 the data directory and let only one process use it.',
  },
  session_security: {
    name: 'Session Security',
    severity: 'high',
    description:
      'Scripts and other sites cannot read session cookies. Sessions are stored as hashes and expire.',
    howToFix:
      'Serve Tenantscope over https without a proxy that changes cookies. End sessions that exceed the limits: Admin Panel, System, Reset Sessions.',
  },
  https_enforcement: {
    name: 'HTTPS Enforcement',
    severity: 'high',
    description:
      'Tenantscope is served over https only, with a certificate that does not expire soon.',
    howToFix:
      'Set PUBLIC_URL to an https address and TLS_CERT with TLS_KEY, or put a TLS proxy in front and set TRUST_PROXY. Renew the certificate in time.',
  },
  input_validation: {
    name: 'Input Validation',
    severity: 'high',
    description:
      'Every call accepts only the fields in the contract, and its error names the invalid field.',
    howToFix:
      'Remove routes that are not in the contract, or describe them there. Run an unchanged release of Tenantscope.',
  },
  cors_configuration: {
    name: 'CORS Configuration',
    severity: 'medium',
    description: 'Other sites can neither make changes nor read responses.',
    howToFix:
      'Do not add Access-Control headers, neither here nor in a proxy. Set PUBLIC_URL to the address that browsers use.',
  },
  error_handling: {
    name: 'Error Handling',
    severity: 'medium',
    description: 'Error responses reveal no internals: no stack, no path, no SQL.',
    howToFix:
      'Run an unchanged release of Tenantscope, without a proxy that replaces its responses.',
  },
  dependency_security: {
    name: 'Dependency Security',
    severity: 'medium',
    description:
      'No installed package differs from the lock file, and Node.js is a supported version.',
    howToFix:
      'Install the exact versions of the lock file (npm ci), and use a supported version of Node.js (24 or later).',
  },
}

/** The texts of a check, independent of its result. */
export const describedCheck = (
  id: SecurityCheckId,
): Omit<SecurityCheck, 'passed' | 'evidence'> => ({
  id,
  ...CHECK_TEXTS[id],
})

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`
