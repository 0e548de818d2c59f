import { digitsOf, LIST_CURRENCY } from '@tenantscope/contract/currencies'
import type { CurrencyCode, ExchangeRate, UsedRates } from '@tenantscope/contract/currencies'

/** Rates have at most 8 decimals, so that all arithmetic is in integers. */
export const RATE_DECIMALS = 8
const RATE_SCALE = 10 ** RATE_DECIMALS

/** Converts amounts by the administrators' rates that apply on one day. */
export interface Exchange {
  /**
   * Converts an amount, rounded half to even to the smallest unit of the currency; null when a rate is
   * missing.
   */
  readonly convert: (amount: number, from: CurrencyCode, to: CurrencyCode) => number | null
  /** Returns the rates that a conversion rests on, and the currencies without one. */
  readonly ratesBetween: (from: CurrencyCode, to: CurrencyCode) => UsedRates
}

/** `day`: in UTC, as in '2027-03-01'. Of each currency the newest rate up to this day applies. */
export function createExchange(rates: readonly ExchangeRate[], day: string): Exchange {
  const rateByCurrency = new Map<CurrencyCode, ExchangeRate>()
  for (const rate of rates) {
    const known = rateByCurrency.get(rate.currency)
    const isNewer = known === undefined || rate.validFrom > known.validFrom
    if (rate.validFrom <= day && isNewer) rateByCurrency.set(rate.currency, rate)
  }
  const scaledRate = (currency: CurrencyCode): bigint | null => {
    if (currency === LIST_CURRENCY) return BigInt(RATE_SCALE)
    const rate = rateByCurrency.get(currency)
    return rate === undefined ? null : BigInt(Math.round(rate.unitsPerUsd * RATE_SCALE))
  }
  return {
    convert(amount, from, to) {
      if (from === to) return amount
      const [ofFrom, ofTo] = [scaledRate(from), scaledRate(to)]
      if (ofFrom === null || ofTo === null) return null
      const digits = digitsOf(to)
      const numerator = BigInt(centsOf(amount)) * ofTo * BigInt(10 ** digits)
      return Number(dividedHalfEven(numerator, ofFrom * 100n)) / 10 ** digits
    },
    ratesBetween(from, to) {
      if (from === to) return NO_RATES
      const asked = [from, to].filter((currency) => currency !== LIST_CURRENCY)
      return {
        rates: asked.flatMap((currency) => rateByCurrency.get(currency) ?? []),
        missing: asked.filter((currency) => !rateByCurrency.has(currency)),
      }
    },
  }
}

const NO_RATES: UsedRates = { rates: [], missing: [] }

/** Returns the rates of several amounts, each once, by currency; undefined when nothing was converted. */
export function mergeRates(all: readonly (UsedRates | undefined)[]): UsedRates | undefined {
  const used = all.filter((each) => each !== undefined)
  const rateByKey = new Map(
    used.flatMap(({ rates }) => rates.map((rate) => [`${rate.currency} ${rate.validFrom}`, rate])),
  )
  const missing = new Set(used.flatMap((each) => each.missing))
  if (rateByKey.size === 0 && missing.size === 0) return undefined
  return {
    rates: [...rateByKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, rate]) => rate),
    missing: [...missing].toSorted(),
  }
}

/** Returns an amount in hundredths, whatever its currency. */
export function centsOf(amount: number): number {
  return Math.round(amount * 100)
}

/** Divides integers, of which neither is negative; a half goes to the even neighbour. */
function dividedHalfEven(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator
  const twice = (numerator % denominator) * 2n
  const goesUp = twice > denominator || (twice === denominator && quotient % 2n === 1n)
  return goesUp ? quotient + 1n : quotient
}
