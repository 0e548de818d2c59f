import { listLicenses } from '@tenantscope/contract/licenses'
import { addPrice, removePrice } from '@tenantscope/contract/prices'
import { listTenants } from '@tenantscope/contract/tenants'
import { screen } from '@testing-library/react'

import { PriceDialog } from '../../pages/prices/price-dialog.tsx'
import type { FakeServer } from '../fake-server.ts'
import { makeAdminLicense } from '../licenses.ts'
import { makePrice } from '../prices.ts'
import { noTenants } from '../tenant-lists.ts'
import { nothing, shown, write } from './submit.tsx'
import type { Submit } from './submit.tsx'

const added = <PriceDialog price={null} currency="USD" onClose={nothing} />
const changed = <PriceDialog price={makePrice()} currency="USD" onClose={nothing} />

const answerLists = (server: FakeServer): void => {
  server.answer(listLicenses, [makeAdminLicense({ skuId: 'sku-e3', displayName: 'E3' })])
  server.answer(listTenants, noTenants)
}

/** The forms of the page Prices. */
export const PRICE_SUBMITS: readonly Submit[] = [
  {
    file: 'pages/prices/price-dialog.tsx',
    button: 'Save price',
    sends: addPrice,
    open: shown(added, answerLists, async () => {
      await screen.findByText('E3')
      await write('License', 'sku-e3')
      await write('Amount per seat and month', '22.50')
    }),
  },
  {
    file: 'pages/prices/price-dialog.tsx',
    button: 'Remove price',
    sends: removePrice,
    open: shown(changed),
  },
]
