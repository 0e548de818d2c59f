import { existsSync } from 'node:fs'

import { chromium } from '@playwright/test'

import {
  canInstallDebianPackages,
  findOnPath,
  installDebianPackages,
  isExecutable,
  runShown,
} from './processes.ts'

const HEADLESS_SHELL = 'chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/**
 * Finds a Chromium for the browser tests: CHROME_PATH, one on the path, Debian's package when root on
 * Debian, else Playwright's own. Prints what it installs. Returns undefined when none is available.
 */
export function findChromium(): string | undefined {
  const wanted = process.env['CHROME_PATH']
  if (wanted !== undefined && wanted !== '') {
    if (isExecutable(wanted)) return wanted
    throw new Error(`CHROME_PATH names ${wanted}, which is not executable`)
  }
  return findOnPath(NAMES) ?? installed() ?? playwrights()
}

/**
 * Finds the headless shell that belongs to Debian's Chromium, and installs it where that can be done. It
 * takes a quarter less time and shows no desktop notifications. Returns undefined when there is none or
 * CHROME_PATH names a browser.
 */
export function findHeadlessShell(): string | undefined {
  if ((process.env['CHROME_PATH'] ?? '') !== '') return undefined
  const found = findOnPath([HEADLESS_SHELL])
  if (found !== undefined || !canInstallDebianPackages()) return found
  return installDebianPackages([HEADLESS_SHELL]) ? findOnPath([HEADLESS_SHELL]) : undefined
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
