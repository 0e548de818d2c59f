import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

import { expect, test } from './test.ts'

const WIDE = 1440
const NARROW = 400
/** In milliseconds between two looks. */
const OFTEN = [20, 50, 100]
const WHITE = /^#(?:fff|ffffff)$/
const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules whose result depends on the theme. */
const RULES_OF_COLOR = ['color-contrast', 'link-in-text-block']
/** The rules whose result depends on the width: a narrow window has menus and cards of its own. */
const RULES_OF_WIDTH = [
  'target-size',
  'aria-command-name',
  'aria-dialog-name',
  'aria-input-field-name',
  'aria-toggle-field-name',
  'button-name',
  'image-alt',
  'label',
  'link-name',
  'select-name',
]

/** Declares the journeys at 1440 px and at 400 px. */
export function atEachWidth(declare: () => void): void {
  for (const width of [WIDE, NARROW])
    test.describe(`${width} px`, () => {
      test.use({
        colorScheme: 'light',
        viewport: { width, height: 900 },
        // Colors that fade in have no contrast of their own.
        contextOptions: { reducedMotion: 'reduce' },
      })
      declare()
    })
}

/**
 * Expects no violation of WCAG 2.2 A or AA and no sideways scroll. At 1440 px every rule is checked in
 * one theme and the rules of color in the other, at 400 px the rules that depend on the width.
 */
export async function expectAccessible(page: Page, what: string, within = 'html'): Promise<void> {
  await expectAtRest(page)
  const isNarrow = page.viewportSize()?.width === NARROW
  const violations = isNarrow
    ? await analyze(page, (axe) => axe.include(within).withRules(RULES_OF_WIDTH))
    : await violationsInBothThemes(page, within)
  expect([what, violations]).toEqual([what, []])
  await expectNoSidewaysScroll(page)
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
}

/** Checks in the theme that the last check left, then in the other one: a change of theme takes a second. */
async function violationsInBothThemes(page: Page, within: string): Promise<string[]> {
  const inThisTheme = await analyze(page, (axe) => axe.include(within).withTags(WCAG_2_2_AA))
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' })
  await expect
    .poll(async () => WHITE.test(await cardColorOf(page)), { intervals: OFTEN })
    .toBe(isDark)
  // Even the shortest transition takes a frame for each element that inherits the color.
  await expectAtRest(page)
  const inTheOther = await analyze(page, (axe) => axe.include(within).withRules(RULES_OF_COLOR))
  return [...inThisTheme, ...inTheOther]
}

/** Reads the theme from its provider, or from the root where a page has none (shared reports). */
const cardColorOf = (page: Page) =>
  page.evaluate(() =>
    getComputedStyle(
      document.querySelector('.fui-FluentProvider') ?? document.documentElement,
    ).getPropertyValue('--colorNeutralBackground1'),
  )

/** Waits until no transition or animation runs, except those without an end. */
async function expectAtRest(page: Page): Promise<void> {
  const running = () =>
    page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(
            ({ playState, effect }) =>
              playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
          ).length,
    )
  await expect.poll(running, { intervals: OFTEN }).toBe(0)
}

/** Excludes Fluent's focus guards, as their authors advise: people and screen readers never meet them. */
async function analyze(page: Page, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  // The pages have no frames; without a second page for their results axe takes half the time.
  const { violations } = await choose(new AxeBuilder({ page }).setLegacyMode())
    .exclude('[data-tabster-dummy]')
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
}
