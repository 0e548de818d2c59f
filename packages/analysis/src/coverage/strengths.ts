/** Methods that are MFA alone (Microsoft: authenticationMethodModes, built-in strengths). */
const MULTIFACTOR_ALONE = new Set([
  'windowsHelloForBusiness',
  'fido2',
  'x509CertificateMultiFactor',
  'deviceBasedPush',
  'temporaryAccessPassOneTime',
  'temporaryAccessPassMultiUse',
  'federatedMultiFactor',
])
const PHISHING_RESISTANT = new Set([
  'windowsHelloForBusiness',
  'fido2',
  'x509CertificateMultiFactor',
])
const FIRST_FACTORS = new Set(['password', 'federatedSingleFactor', 'x509CertificateSingleFactor'])
const SECOND_FACTORS = new Set([
  'microsoftAuthenticatorPush',
  'softwareOath',
  'hardwareOath',
  'sms',
  'voice',
])
const OTHER_METHODS = new Set(['email', 'qrCodePin'])

const isKnownMethod = (method: string): boolean =>
  [MULTIFACTOR_ALONE, FIRST_FACTORS, SECOND_FACTORS, OTHER_METHODS].some((set) => set.has(method))

const methodsOf = (combination: string): string[] =>
  combination.split(',').map((method) => method.trim())

/** Returns the names of methods in these combinations that this version does not know. */
export function unknownMethodsOf(combinations: readonly string[]): string[] {
  return combinations.flatMap(methodsOf).filter((method) => !isKnownMethod(method))
}

/**
 * Returns what a strength guarantees: MFA only when every allowed combination is multifactor,
 * phishing-resistant only when every one is.
 */
export function strengthOutcome(
  combinations: readonly string[],
): 'phishingResistant' | 'mfa' | 'otherControl' {
  const all = combinations.map(methodsOf)
  if (all.every((methods) => methods.some((each) => PHISHING_RESISTANT.has(each))))
    return 'phishingResistant'
  return all.every(isMultifactor) ? 'mfa' : 'otherControl'
}

function isMultifactor(methods: readonly string[]): boolean {
  if (methods.some((each) => MULTIFACTOR_ALONE.has(each))) return true
  return (
    methods.some((each) => FIRST_FACTORS.has(each)) &&
    methods.some((each) => SECOND_FACTORS.has(each))
  )
}
