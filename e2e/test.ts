import { test as base, expect } from '@playwright/test'

export { expect }

/** Refused requests show as this; journeys try refusals on purpose. */
const REFUSED = /^Failed to load resource/

/** A journey in which any page fails that throws, logs an error or breaks the content security policy. */
export const test = base.extend<{ quietPages: undefined }>({
  quietPages: [
    async ({ context }, use) => {
      const complaints: string[] = []
      context.on('weberror', (error) => complaints.push(error.error().message))
      context.on('console', (message) => {
        if (message.type() === 'error' && !REFUSED.test(message.text()))
          complaints.push(message.text())
      })
      await use(undefined)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})
