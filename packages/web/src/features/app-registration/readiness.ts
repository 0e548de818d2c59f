import type { CheckedPermission, ConsentCheck } from '@tenantscope/contract/azure'
import type { TenantFailureCode } from '@tenantscope/contract/errors'

import { areGrantsKnown, isMissing } from './permission-words.ts'

/** The state of the app registration, in words. */
export interface Readiness {
  intent: 'success' | 'warning' | 'error' | 'info'
  title: string
  text: string
}

/** Failures that say nothing about the registration. */
const TELLS_NOTHING: readonly (TenantFailureCode | null)[] = [
  'THROTTLED',
  'UNAVAILABLE',
  'MALFORMED_ANSWER',
  'INTERNAL',
]

/** Judges what the last check found. */
export function readinessOf(
  permissions: readonly CheckedPermission[],
  check: ConsentCheck | null,
): Readiness {
  const required = permissions.filter(({ kind }) => kind === 'required')
  if (check === null)
    return {
      intent: 'info',
      title: 'Not checked yet',
      text: 'The permissions granted by Microsoft are not known yet.',
    }
  const critical = required.find((each) => each.isCritical && isMissing(each))
  if (critical && areGrantsKnown(permissions, check)) return criticalMissing(critical)
  if (check.status === 'fail') return failed(permissions, check)
  const lacking = lackingOf(required)
  if (lacking !== '' || check.status === 'partial')
    return { intent: 'warning', title: 'Partly ready', text: lacking || check.message }
  return { intent: 'success', title: 'Ready', text: grantedText(required) }
}

function criticalMissing({ value }: CheckedPermission): Readiness {
  return {
    intent: 'error',
    title: 'Critical Permission Missing',
    text: `Not ready: ${value} is not granted. Without it every tenant has Limited Access.`,
  }
}

function failed(permissions: readonly CheckedPermission[], { error }: ConsentCheck): Readiness {
  const before = permissions.some(({ isGranted }) => isGranted)
    ? ' The permissions shown are from an earlier check.'
    : ''
  if (TELLS_NOTHING.includes(error))
    return {
      intent: 'info',
      title: 'Not known',
      text: `Microsoft returned no usable response to the last check.${before}`,
    }
  return {
    intent: 'error',
    title: 'Not ready',
    text: 'Microsoft does not accept the app registration as it is configured.',
  }
}

function lackingOf(required: readonly CheckedPermission[]): string {
  const missing = required.filter(isMissing)
  const refused = required.filter(({ isGranted, proof }) => isGranted && proof === 'refused')
  return [sentenceOf('Missing', missing), sentenceOf('Refused by Microsoft', refused)]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

function sentenceOf(label: string, permissions: readonly CheckedPermission[]): string {
  if (permissions.length === 0) return ''
  return `${label}: ${permissions.map(({ value }) => value).join(', ')}.`
}

function grantedText(required: readonly CheckedPermission[]): string {
  const unproven = required.filter(({ proof }) => proof !== 'proven').length
  const granted = `All ${required.length} required permissions are granted`
  return unproven === 0 ? `${granted} and proven.` : `${granted}, ${unproven} not yet proven.`
}
