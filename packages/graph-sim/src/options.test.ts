import { describe, expect, test } from 'vitest'

import { readCommandLine } from './options.ts'

describe('the command line', () => {
  test('needs nothing', () => {
    expect(readCommandLine([])).toEqual({
      simulator: {
        port: 0,
        tenants: 40,
        seed: 1,
        latencyMs: 0,
        speed: 1,
        users: undefined,
        appUrls: ['http://localhost:3000'],
      },
      faults: [],
    })
  })

  test('sets everything', () => {
    const line =
      '--port 4000 --tenants 5 --users 9 --seed 7 --latency-ms 80 --speed 10 --faults slow --faults reset:aalto-lind.example --app-url http://127.0.0.1:9 --app-url https://scope.example --cloud usgov --whole --hostile-users 5000 --large-users 4000'
    expect(readCommandLine(line.split(' '))).toEqual({
      simulator: {
        port: 4000,
        tenants: 5,
        users: 9,
        seed: 7,
        latencyMs: 80,
        speed: 10,
        appUrls: ['http://127.0.0.1:9', 'https://scope.example'],
        cloud: 'usgov',
        isWhole: true,
        hostileUsers: 5000,
        largeUsers: 4000,
      },
      faults: [
        { name: 'slow', tenant: undefined },
        { name: 'reset', tenant: 'aalto-lind.example' },
      ],
    })
  })

  test.each([
    ['--port 65536', '--port must be a whole number from 0 to 65535'],
    ['--port x', "not 'x'"],
    ['--tenants 0', '--tenants must be'],
    ['--users 0', '--users must be'],
    ['--users 1.5', '--users must be'],
    ['--seed=-1', '--seed must be'],
    ['--latency-ms 1e3', '--latency-ms must be'],
    ['--speed 0', '--speed must be'],
    ['--faults earthquake', "not 'earthquake'"],
    ['--app-url localhost:3000', '--app-url must be an address'],
    ['--app-url nonsense', '--app-url must be an address'],
    ['--cloud mars', "not 'mars'"],
    ['--unknown', '--unknown'],
    ['word', 'word'],
  ])('refuses %s', (line, message) => {
    expect(() => readCommandLine(line.split(' '))).toThrow(message)
  })
})
