import { appendFileSync } from 'node:fs'

import type { Reporter, SerializedError, TestModule } from 'vitest/node'

import type { LogLine } from './log-line.ts'
import type { Failure, FileResult } from './run.ts'

const REASON_LINES = 14

/**
 * A reporter of Vitest that appends each file's result to the file in TENANTSCOPE_TEST_LOG as soon as it
 * has one: what is there survives a crash of a worker or of Vitest.
 */
export default function createLogReporter(): Reporter {
  return {
    onTestRunStart(specifications) {
      for (const { project, moduleId } of specifications)
        write({
          kind: 'expected',
          project: project.name,
          file: relativeTo(project.config.root, moduleId),
        })
    },
    onTestModuleEnd(module) {
      write({ kind: 'result', ...resultOf(module) })
    },
    onTestRunEnd(_modules, errors) {
      for (const error of errors) write(lineOf(error))
    },
  }
}

function resultOf(module: TestModule): FileResult {
  const tests = [...module.children.allTests()]
  const failures: Failure[] = tests
    .filter((test) => test.result().state === 'failed')
    .map((test) => ({ test: test.fullName, reason: reasonOf(test.result().errors ?? []) }))
  const outside = [module, ...module.children.allSuites()].flatMap((each) => each.errors())
  if (outside.length > 0) failures.push({ reason: reasonOf(outside) })
  if (failures.length === 0 && module.state() === 'failed')
    failures.push({ reason: 'The file failed without an error.' })
  return {
    project: module.project.name,
    file: relativeTo(module.project.config.root, module.moduleId),
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failures,
  }
}

/** Vitest names the signal of a worker in the cause of an error of the run. */
function lineOf(error: SerializedError): LogLine {
  const cause: unknown = error.cause
  const words = `${error.message} ${cause instanceof Object && 'message' in cause ? String(cause.message) : ''}`
  const signal = /exited unexpectedly with signal (SIG\w+)/.exec(words)?.[1]
  return signal === undefined
    ? { kind: 'problem', message: reasonOf([error]) }
    : { kind: 'crash', signal }
}

function reasonOf(errors: readonly { message: string; stack?: string | undefined }[]): string {
  return errors
    .flatMap(({ message, stack }) =>
      [...message.split('\n'), ...(stack ?? '').split('\n').slice(1)].slice(0, REASON_LINES),
    )
    .map((line) => `    ${line}`)
    .join('\n')
}

function relativeTo(root: string, path: string): string {
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path
}

function write(line: LogLine): void {
  const log = process.env['TENANTSCOPE_TEST_LOG']
  if (log !== undefined) appendFileSync(log, `${JSON.stringify(line)}\n`)
}
