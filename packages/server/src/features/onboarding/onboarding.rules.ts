import { domainToASCII } from 'node:url'

import { AppError } from '../../lib/app-error.ts'

/** What a person entered, as Microsoft's sign-in service takes it: a domain in ASCII or an id, lower case. */
export function directoryNameFrom(given: string): string {
  const text = given
    .replaceAll(/[\p{Cf}\p{Cc}]/gu, '')
    .trim()
    .toLowerCase()
  if (SHARED_NAMES.has(text)) throw refusedSharedName()
  const id = GUID.exec(text)?.[1]
  if (id === PERSONAL_ACCOUNTS) throw refusedSharedName()
  const name = id ?? domainIn(text)
  if (name === undefined) throw refusedName(`${quoted(given)} is no domain and no tenant ID.`)
  return name
}

/** Names under which the sign-in service answers for many directories at once. */
const SHARED_NAMES: ReadonlySet<string> = new Set(['common', 'organizations', 'consumers'])
/** The directory of Microsoft's personal accounts, where nobody can consent for all. */
export const PERSONAL_ACCOUNTS = '9188040d-6c67-4c5b-b112-36a304b66dad'

const GUID = /^\{?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\}?$/u

/** The domain of an address of the web or of a person, or the domain itself. */
function domainIn(text: string): string | undefined {
  const withoutScheme = text.replace(/^(?:https?:\/\/|mailto:)/u, '')
  const host = withoutScheme
    .replace(/[/?#].*$/su, '')
    .replace(/^.*@/su, '')
    .replace(/:\d*$/u, '')
    .replace(/\.$/u, '')
  const ascii = domainToASCII(host)
  // Nobody verifies the name of a web server, but people copy it.
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
    'This names no single directory. Enter the domain or the tenant ID of one organization.',
  )

/** Why what was entered names no directory that can be added. */
const refusedName = (message: string): AppError =>
  new AppError('BAD_REQUEST', message, { fields: [{ field: 'body.domainOrId', message }] })

/** Microsoft does not know it, at least in the cloud of the connection. */
export const unknownName = (name: string, cloudName: string): AppError =>
  refusedName(
    `Microsoft knows no directory for ${name} in ${cloudName}, the cloud of this connection. Check the spelling, or enter the tenant ID.`,
  )

export const otherCloud = (name: string, cloudName: string): AppError =>
  refusedName(
    `${name} is in another Microsoft cloud. This connection reads ${cloudName} only, so it cannot be added here.`,
  )

export const notConnected = (): AppError =>
  new AppError('CONFLICT', 'Azure configuration not found. Please configure Azure settings first.')

export const notReached = (): AppError =>
  new AppError(
    'UNAVAILABLE',
    'Microsoft could not be reached or did not answer in time. Nothing was changed; please try again.',
  )

const quoted = (text: string): string => `“${text.trim()}”`
