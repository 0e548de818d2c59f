import { expect, test } from 'vitest'

import { daysOf, dayText, marksUpTo, namedDays, pathOf, valuesOn } from './time-scale.ts'

function seriesOf(...points: [day: string, value: number | null][]) {
  return { key: 'a', label: 'A', points: points.map(([day, value]) => ({ day, value })) }
}

test('the days run from the first to the last in UTC, leap days and days without a value too', () => {
  expect(daysOf([seriesOf(['2028-03-01', 1], ['2028-02-28', 2])])).toEqual([
    '2028-02-28',
    '2028-02-29',
    '2028-03-01',
  ])
  expect(daysOf([seriesOf(['2026-01-01', null])])).toEqual(['2026-01-01'])
  expect(daysOf([seriesOf(), seriesOf()])).toEqual([])
})

test('a day without a value is a gap, not zero', () => {
  const days = ['2026-01-01', '2026-01-02', '2026-01-03']
  expect(valuesOn(seriesOf(['2026-01-01', 0], ['2026-01-03', null]), days)).toEqual([0, null, null])
})

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [10, [0, 5, 10]],
  [123, [0, 50, 100, 150]],
  [4_000, [0, 1_000, 2_000, 3_000, 4_000]],
  [1_000_000, [0, 500_000, 1_000_000]],
])('the marks for %d begin at zero and are round', (largest, marks) => {
  expect(marksUpTo(largest)).toEqual(marks)
})

test('whatever the largest value, the marks reach it and are few', () => {
  for (let largest = 0; largest < 100_000; largest = Math.ceil(largest * 1.1) + 1) {
    const marks = marksUpTo(largest)
    expect(marks.at(-1)).toBeGreaterThanOrEqual(largest)
    expect(marks.length).toBeLessThanOrEqual(6)
    expect(marks.every(Number.isInteger)).toBe(true)
  }
})

test('a line breaks where nothing is known, and a value alone is a dot', () => {
  expect(pathOf([10, 5, null, 0, null], 10)).toBe('M0 0h0L250 50M750 100h0')
  expect(pathOf([5], 10)).toBe('M500 50h0')
  expect(pathOf([null, null], 10)).toBe('')
})

test('the axis names the first and the last day and at most two between', () => {
  expect(namedDays(1)).toEqual([0])
  expect(namedDays(2)).toEqual([0, 1])
  expect(namedDays(90)).toEqual([0, 30, 59, 89])
})

test('a day reads the same in every zone', () => {
  expect(dayText('2026-11-01')).toBe('Nov 01, 2026')
})
