import { domainToASCII } from 'node:url'

import { AppError, badField } from '../../lib/app-error.ts'

/** Returns the input as Microsoft's sign-in service accepts it: a domain in ASCII or an id, lower case. */
export function directoryNameFrom(given: string): string {
  const text = given
    .replaceAll(/[\p{Cf}\p{Cc}]/gu, '')
    .trim()
    .toLowerCase()
  if (SHARED_NAMES.has(text)) throw refusedSharedName()
  const id = GUID.exec(text)?.[1]
  if (id === PERSONAL_ACCOUNTS) throw refusedSharedName()
  const name = id ?? domainIn(text)
  if (name === undefined) throw refusedName(`${quoted(given)} is neither a domain nor a tenant ID.`)
  return name
}

/** Names that mean many directories at the sign-in service. */
const SHARED_NAMES: ReadonlySet<string> = new Set(['common', 'organizations', 'consumers'])
/** The directory of Microsoft's personal accounts, where admin consent is impossible. */
export const PERSONAL_ACCOUNTS = '9188040d-6c67-4c5b-b112-36a304b66dad'

const GUID = /^\{?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\}?$/u

/** Returns the domain of a web or e-mail address, or the domain itself. */
function domainIn(text: string): string | undefined {
  const withoutScheme = text.replace(/^(?:https?:\/\/|mailto:)/u, '')
  const host = withoutScheme
    .replace(/[/?#].*$/su, '')
    .replace(/^.*@/su, '')
    .replace(/:\d*$/u, '')
    .replace(/\.$/u, '')
  const ascii = domainToASCII(host)
  // A web server's name is not a verified domain, but users paste it.
  const domain = /^www\.[^.]+\./u.test(ascii) ? ascii.slice('www.'.length) : ascii
  return isDomain(domain) ? domain : undefined
}

const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/u

function isDomain(text: string): boolean {
  const labels = text.split('.')
  const isNumeric = /^\d+$/u.test(labels.at(-1) ?? '')
  return labels.length > 1 && text.length <= 253 && !isNumeric && labels.every((l) => LABEL.test(l))
}

export const refusedSharedName = (): AppError =>
  refusedName(
    'This is not a single directory. Enter the domain or the tenant ID of one organization.',
  )

/** The input names no directory that can be added. */
const refusedName = (message: string): AppError => badField('domainOrId', message)

/** The directory is unknown at Microsoft, at least in the connection's cloud. */
export const unknownName = (name: string, cloudName: string): AppError =>
  refusedName(
    `Microsoft knows no directory for ${name} in ${cloudName}, the cloud of this connection. Check the spelling, or enter the tenant ID.`,
  )

export const otherCloud = (name: string, cloudName: string): AppError =>
  refusedName(
    `${name} is in another Microsoft cloud. This connection reads ${cloudName} only, so it cannot be added here.`,
  )

export const notReached = (): AppError =>
  new AppError(
    'UNAVAILABLE',
    'Microsoft could not be reached or did not respond in time. Nothing was changed; please try again.',
  )

const quoted = (text: string): string => `“${text.trim()}”`
