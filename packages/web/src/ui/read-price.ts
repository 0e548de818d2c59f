import { setLicensePrice } from '@tenantscope/contract/licenses'

type ReadPrice = { price: number; problem?: undefined } | { price?: undefined; problem: string }

/** What somebody typed as a price. A comma is refused: it parts thousands for some and cents for others. */
export function readPrice(text: string): ReadPrice {
  const typed = text.trim()
  if (typed === '') return { problem: 'Enter a price of 0 or more' }
  if (!/^[-+]?(\d+\.?\d*|\.\d+)$/.test(typed))
    return { problem: 'Enter a price as digits, for example 22.50' }
  const price = Number(typed)
  const [issue] = setLicensePrice.body.shape.monthlyPrice.safeParse(price).error?.issues ?? []
  return issue === undefined ? { price } : { problem: issue.message }
}
