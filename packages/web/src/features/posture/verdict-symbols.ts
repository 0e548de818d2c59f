import { makeStyles, tokens } from '@fluentui/react-components'
import type { ShownVerdict } from '@tenantscope/contract/posture'

/** The symbol of each verdict, so that cells differ without color. */
export const SYMBOLS: Readonly<Record<ShownVerdict | 'notJudged', string>> = {
  passed: '✓',
  failed: '✕',
  excepted: 'A',
  notLicensed: 'L',
  noPermission: 'P',
  notRead: '?',
  notApplicable: '–',
  notJudged: '·',
}

export type CellLook = ShownVerdict | 'failedCritical' | 'notJudged'

const STRONG = { fontWeight: tokens.fontWeightSemibold } as const

/** The colors of cells; they only repeat the symbols. */
export const useLookStyles = makeStyles({
  failedCritical: {
    ...STRONG,
    color: tokens.colorNeutralForegroundOnBrand,
    backgroundColor: tokens.colorStatusDangerBackground3,
    ':hover': { color: tokens.colorNeutralForegroundOnBrand },
  },
  failed: {
    ...STRONG,
    color: tokens.colorStatusDangerForeground1,
    backgroundColor: tokens.colorStatusDangerBackground1,
  },
  passed: {
    color: tokens.colorStatusSuccessForeground1,
    backgroundColor: tokens.colorStatusSuccessBackground1,
  },
  excepted: { ...STRONG, color: tokens.colorBrandForeground1 },
  notLicensed: { color: tokens.colorNeutralForeground2 },
  noPermission: {
    color: tokens.colorStatusWarningForeground1,
    backgroundColor: tokens.colorStatusWarningBackground1,
  },
  notRead: {
    color: tokens.colorStatusWarningForeground1,
    backgroundColor: tokens.colorStatusWarningBackground1,
  },
  notApplicable: { color: tokens.colorNeutralForeground3 },
  notJudged: { color: tokens.colorNeutralForeground3 },
})
