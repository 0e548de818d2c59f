import { expect, test } from 'vitest'

import { partsByProcess, printedParts } from './app-parts.ts'

const sources = new Map([
  [
    'parts.ts',
    `export function composeWebParts(deps: Deps) {
  const mail = composeMail({ deps })
  const users = composeUsers({ deps, mail })
  const parts: readonly Part[] = [mail, users]
  return { parts }
}

export function composeWorkerParts(deps: Deps) {
  const mail = composeMail({ deps })
  const parts: readonly Part[] = [mail]
  return { parts }
}
`,
  ],
  [
    'mail.ts',
    `/**
 * Sends
 * mail.
 */
export function composeMail({
  jobs,
}: {
  jobs: Jobs
}) {
  const deeper = {
    nested: {
      drain(): void {
        never()
      },
    },
  }
  return {
    mount(server: HttpServer): void {
      mountMail(server, { deeper })
    },
    async work(): Promise<void> {
      if (isOff()) return
      await jobs.work(sendMail, (run) => send(run))
      await jobs.schedule(sendMail, { cron: '* * * * *' }, {})
    },
    close: (): Promise<void> => queue.close(),
  }
}
`,
  ],
  [
    'users.ts',
    `/** Shows users. */
export const composeUsers = ({
  people,
}: Composed & { mail: Mail }) => ({
  mount(server: HttpServer): void {
    mountUsers(server, people)
  },
})
`,
  ],
])

test('each process has its parts in start order, with what each step that it calls starts or stops', () => {
  const steps = {
    mount: { name: 'mount', calls: ['mountMail'] },
    work: { name: 'work', calls: ['jobs.work(sendMail)', 'jobs.schedule(sendMail)'] },
    close: { name: 'close', calls: ['queue.close'] },
  }
  const mail = { name: 'mail', file: 'mail.ts', summary: 'Sends mail.' }
  const users = { name: 'users', file: 'users.ts', summary: 'Shows users.' }
  const processes = partsByProcess(sources)
  expect(processes).toEqual([
    {
      process: 'Web',
      parts: [
        { ...mail, steps: [steps.mount, steps.work, steps.close] },
        { ...users, steps: [{ name: 'mount', calls: ['mountUsers'] }] },
      ],
    },
    { process: 'Worker', parts: [{ ...mail, steps: [steps.work, steps.close] }] },
  ])
  expect(printedParts(processes)).toContain(
    'mail (app/mail.ts): Sends mail.\n  mount    mountMail\n  work     jobs.work(sendMail), ',
  )
})

test('a part that no source composes, or whose steps are not recognized, is an error', () => {
  const without = (file: string) => new Map([...sources].filter(([name]) => name !== file))
  expect(() => partsByProcess(without('users.ts'))).toThrow('app/ has no composeUsers')
  const empty = new Map([...sources, ['users.ts', 'export function composeUsers() {\n}\n']])
  expect(() => partsByProcess(empty)).toThrow('composeUsers has no step')
})
