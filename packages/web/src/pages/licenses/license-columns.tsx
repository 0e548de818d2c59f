import { isoDayIn } from '@tenantscope/analysis/iso-time'
import type { CurrencyCode } from '@tenantscope/contract/currencies'
import type { EstateLicense } from '@tenantscope/contract/estate-licenses'
import type { TenantGroupId } from '@tenantscope/contract/ids'
import { LICENSE_KINDS } from '@tenantscope/contract/licenses'

import { figureColumns } from '../../features/estate-licenses/figure-columns.tsx'
import type { ListColumn } from '../../features/estate-licenses/license-list.ts'
import { amountCell, figureText } from '../../features/estate-licenses/sku-figures.ts'
import type { Format } from '../../lib/format.ts'
import { oneCurrency } from '../../lib/list-currency.ts'
import { useFormat } from '../../lib/preferences.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LicenseTypeBadge } from '../../ui/license-type-badge.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'

interface Shown {
  format: Format
  timeZone: string
  group: TenantGroupId | undefined
  /** Of the amounts, which are sums over tenants. */
  currency: CurrencyCode
}

/** The columns of the licenses on screen and in the file. */
export function licenseColumns({
  format,
  timeZone,
  group,
  currency,
}: Shown): readonly ListColumn<EstateLicense>[] {
  const figures = figureColumns<EstateLicense>({
    format,
    currency: oneCurrency<EstateLicense>(currency),
    widths: { number: 7, problems: 13, amount: 8 },
  })
  return [
    {
      header: 'License',
      sortId: 'name',
      isRowHeader: true,
      width: 20,
      render: (license) => <LicenseName license={license} group={group} />,
      cells: [
        { header: 'License', textOf: ({ displayName }) => displayName },
        { header: 'Part Number', textOf: ({ skuPartNumber }) => skuPartNumber },
        { header: 'SKU ID', textOf: ({ skuId }) => skuId },
        { header: 'Kind', textOf: ({ kind }) => LICENSE_KINDS[kind].name },
        { header: 'Other Kinds', textOf: (license) => otherKinds(license, format) },
      ],
    },
    {
      header: 'Tenants',
      sortId: 'tenants',
      width: 6,
      isNumber: true,
      render: ({ tenants }) => format.number(tenants),
      cells: [{ header: 'Tenants', textOf: ({ tenants }) => String(tenants) }],
    },
    ...figures.seats,
    figures.problems,
    {
      header: `Price (${currency})`,
      sortId: 'price',
      width: 7,
      isNumber: true,
      render: (license) => priceText(license, currency, format),
      cells: [
        {
          header: `Price per Seat and Month (${currency})`,
          textOf: (license) =>
            isPlain(license, currency)
              ? amountCell(priceOf(license))
              : priceText(license, currency, format),
        },
      ],
    },
    ...figures.amounts,
    {
      header: 'Renews or ends',
      sortId: 'renewal',
      width: 10,
      render: (license) => <Renewal license={license} format={format} />,
      cells: [
        {
          header: 'Next Renewal or End',
          textOf: ({ nextRenewal }) => nextRenewal && isoDayIn(timeZone, nextRenewal.date),
        },
        {
          header: 'Seats of That Day',
          textOf: ({ nextRenewal }) => nextRenewal && String(nextRenewal.seats),
        },
        {
          header: 'Tenants without Renewals Read',
          textOf: ({ tenantsWithoutRenewals }) => String(tenantsWithoutRenewals),
        },
      ],
    },
  ]
}

/** A free license has no price; that of another one may not be known. */
const priceOf = ({ price, kind }: EstateLicense) =>
  price?.monthly ?? (LICENSE_KINDS[kind].inCost || kind === 'unknown' ? null : 'none')

/** True unless the price needs more than a number: tenants differ, or it is in another currency. */
const isPlain = ({ price, hasSeveralPrices }: EstateLicense, currency: CurrencyCode): boolean =>
  !hasSeveralPrices && (price === null || price.currency === currency)

function priceText(
  license: EstateLicense,
  currency: CurrencyCode,
  { money }: Format,
): string | null {
  const { price, hasSeveralPrices } = license
  if (hasSeveralPrices) return 'Several'
  if (price === null || isPlain(license, currency)) return figureText(priceOf(license), money)
  return money(price.monthly, price.currency)
}

/** 'Trial in 2 tenants'. */
const otherKinds = ({ otherKinds: others }: EstateLicense, { number }: Format): string =>
  others
    .map(
      ({ kind, tenants }) =>
        `${LICENSE_KINDS[kind].name} in ${tenants === 1 ? '1 tenant' : `${number(tenants)} tenants`}`,
    )
    .join('; ')

function LicenseName({
  license,
  group,
}: {
  license: EstateLicense
  group: TenantGroupId | undefined
}) {
  const { skuId, displayName, skuPartNumber } = license
  const format = useFormat()
  const others = otherKinds(license, format)
  return (
    <Stack gap={4} align="start">
      <AppLink to="/licenses/$skuId" params={{ skuId }} search={{ group }}>
        <ForeignText wrap>{displayName}</ForeignText>
      </AppLink>
      {skuPartNumber !== displayName && (
        <ForeignText variant="caption" mono muted wrap>
          {skuPartNumber}
        </ForeignText>
      )}
      <LicenseTypeBadge license={license} />
      {others !== '' && (
        <Text variant="caption" muted>
          Not counted here: {others}
        </Text>
      )}
    </Stack>
  )
}

/** The next renewal; where Microsoft names none, and where it was not read, it says so. */
function Renewal({ license, format }: { license: EstateLicense; format: Format }) {
  const { nextRenewal, tenantsWithoutRenewals: missing } = license
  const notRead = `Not read of ${missing === 1 ? '1 tenant' : `${format.number(missing)} tenants`}`
  if (nextRenewal === null) return missing > 0 ? notRead : 'No date'
  const { date, seats } = nextRenewal
  return (
    <Stack gap={2}>
      <span>{format.date(date)}</span>
      <Text variant="caption" muted>
        {seats === 1 ? '1 seat' : `${format.number(seats)} seats`}
        {missing > 0 && `. ${notRead}`}
      </Text>
    </Stack>
  )
}
