import type { OrganizationDetails } from '@tenantscope/contract/tenants'

type Place = Pick<OrganizationDetails, 'city' | 'state' | 'countryLetterCode'>

/** The address in one line, as far as it is known, with the country's name instead of its code. */
export function addressOf({ city, state, countryLetterCode }: Place): string | undefined {
  const parts = [city, state, countryLetterCode && countryName(countryLetterCode)].filter(Boolean)
  return parts.length === 0 ? undefined : parts.join(', ')
}

function countryName(code: string): string {
  try {
    return new Intl.DisplayNames('en-US', { type: 'region' }).of(code) ?? code
  } catch {
    // What is no country code is shown as it was entered.
    return code
  }
}
