import { existsSync } from 'node:fs'

import { chromium } from '@playwright/test'

import {
  canInstallDebianPackages,
  findOnPath,
  installDebianPackages,
  isExecutable,
  runShown,
} from './processes.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/**
 * A Chromium for the browser tests: CHROME_PATH, one on the path, Debian's package when root on
 * Debian, else Playwright's own. Says what it installs; undefined when there is none to be had.
 */
export function findChromium(): string | undefined {
  const wanted = process.env['CHROME_PATH']
  if (wanted !== undefined && wanted !== '') {
    if (isExecutable(wanted)) return wanted
    throw new Error(`CHROME_PATH names ${wanted}, which cannot be run`)
  }
  return findOnPath(NAMES) ?? installed() ?? playwrights()
}

function installed(): string | undefined {
  if (!canInstallDebianPackages()) return undefined
  return installDebianPackages(['chromium', 'fonts-noto-core', 'fonts-noto-cjk'])
    ? findOnPath(NAMES)
    : undefined
}

function playwrights(): string | undefined {
  const path = chromium.executablePath()
  if (existsSync(path)) return path
  console.log("Installing Playwright's Chromium …")
  return runShown('npx', ['playwright', 'install', 'chromium']) && existsSync(path)
    ? path
    : undefined
}
