import { expect, test } from 'vitest'

import type { CatalogEntry } from './license-catalog/merged-catalog.ts'
import { mergedCatalog } from './license-catalog/merged-catalog.ts'
import { listedPlans, planChanges } from './license-catalog/plan-list.ts'
import { listedSkus } from './license-catalog/product-list.ts'

const idOf = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
const entry = (digit: number, changes: Partial<CatalogEntry> = {}): CatalogEntry => ({
  skuId: idOf(digit),
  partNumber: `SKU_${digit}`,
  productName: `Product ${digit}`,
  kind: 'paid',
  usdPerUserMonth: 5,
  isListed: true,
  ...changes,
})

test("Microsoft's own file, with a row for each service plan, gives each SKU once", () => {
  const csv =
    '\uFEFFProduct_Display_Name,String_Id,GUID,Service_Plan_Name\r\n' +
    `"Windows 365, 2 ""vCPU""",CPC_2,${idOf(1).toUpperCase()},CPC\r\n` +
    `"Windows 365, 2 ""vCPU""",CPC_2,${idOf(1)},OTHER\r\n\r\n` +
    `Product 2 ,SKU_2,${idOf(2)},`
  expect(listedSkus(csv)).toEqual([
    { skuId: idOf(1), partNumber: 'CPC_2', productName: 'Windows 365, 2 "vCPU"' },
    { skuId: idOf(2), partNumber: 'SKU_2', productName: 'Product 2' },
  ])
})

test.each([
  ['another file', 'a,b,c\n1,2,3', 'no column'],
  ['a page in place of the file', '<html>not "found"</html>', 'not CSV'],
  ['a row without a SKU ID', 'sku_id,sku_part_number,product_name\nx,SKU,Name', 'Row 2'],
])('%s is refused', (_, csv, message) => {
  expect(() => listedSkus(csv)).toThrow(message)
})

test('the catalog says what was added, changed and is no longer found, and loses nothing', () => {
  const known = [entry(1, { kind: 'free' }), entry(2), entry(3), entry(4, { isListed: false })]
  const { skuId, partNumber } = entry(1)
  const merged = mergedCatalog(known, [
    { skuId, partNumber, productName: 'Renamed' },
    entry(2),
    { skuId: idOf(5), partNumber: 'NEW_DEVICE', productName: 'New' },
    { skuId: idOf(6), partNumber: 'NEW_BASIC', productName: 'New Basic' },
  ])
  expect(merged.added.map(({ partNumber: name, kind }) => [name, kind])).toEqual([
    ['NEW_DEVICE', 'device'],
    ['NEW_BASIC', 'unknown'],
  ])
  expect(merged.changed).toEqual(['SKU_1 productName: "Product 1" is now "Renamed"'])
  expect(merged.missing.map((each) => each.partNumber)).toEqual(['SKU_3'])
  const kept = merged.catalog.map((each) => [each.partNumber, each.kind, each.isListed])
  expect(kept).toEqual([
    ['NEW_BASIC', 'unknown', true],
    ['NEW_DEVICE', 'device', true],
    ['SKU_1', 'free', true],
    ['SKU_2', 'paid', true],
    ['SKU_3', 'paid', false],
    ['SKU_4', 'paid', false],
  ])
})

test("the plans of each SKU are read from Microsoft's own file, with their cleanest names", () => {
  const header = 'Product_Display_Name,String_Id,GUID,Service_Plan_Name,Service_Plan_Id\n'
  const list = listedPlans(
    `${header}Product 1,SKU_1,${idOf(1)},B  PLAN,${idOf(7).toUpperCase()}\n` +
      `Product 1,SKU_1,${idOf(1)},A_PLAN,${idOf(8)}\n` +
      `Product 2,SKU_2,${idOf(2)},A_PLAN OTHER_NAME,${idOf(8)}\n`,
  )
  expect(list).toEqual({
    plans: [
      [idOf(8), 'A_PLAN'],
      [idOf(7), 'B PLAN'],
    ],
    skus: { [idOf(1)]: [0, 1], [idOf(2)]: [0] },
  })
  const fewer = { ...list, skus: { [idOf(1)]: [0] } }
  expect(planChanges(list, fewer)).toEqual([
    `${idOf(1)}: A_PLAN, B PLAN -> A_PLAN`,
    `${idOf(2)}: A_PLAN -> absent`,
  ])
  expect(() => listedPlans(`${header}Product 1,SKU_1,${idOf(1)},A_PLAN,none\n`)).toThrow('Row 2')
})
