import {
  Button,
  DialogActions,
  DialogContent,
  makeStyles,
  Text,
  tokens,
} from '@fluentui/react-components'
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download'
import { CopyRegular } from '@fluentui/react-icons/svg/copy'
import { PrintRegular } from '@fluentui/react-icons/svg/print'

import { useCurrentUser } from '../../../lib/current-user.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { copyText } from '../../../ui/copy-text.ts'
import { printText } from './print-text.ts'

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: '16px', paddingBlock: '4px 16px' },
  codes: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(168px, 1fr))',
    gap: '8px 16px',
    margin: 0,
    padding: '12px 16px',
    listStyleType: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    fontFamily: tokens.fontFamilyMonospace,
    fontVariantNumeric: 'tabular-nums',
  },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
})

interface RecoveryCodesProps {
  codes: readonly string[]
  onDone: () => void
}

/** The only time that they are shown. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const styles = useStyles()
  const { username } = useCurrentUser()
  const text = `Recovery codes of ${username} for Tenantscope at ${location.origin}\nEach works once in place of a code of the authenticator app.\n\n${codes.join('\n')}\n`
  return (
    <>
      <DialogContent className={styles.content}>
        <Text>
          Each of these codes works once in place of the authenticator app, for when you do not have
          your device. They are shown only now: keep them where you keep your passwords.
        </Text>
        <ul className={styles.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={styles.buttons}>
          <Button icon={<CopyRegular />} onClick={() => void copyText(codes.join('\n'))}>
            Copy
          </Button>
          <Button
            icon={<ArrowDownloadRegular />}
            onClick={() =>
              saveFile({ name: 'tenantscope-recovery-codes.txt', text, type: 'text/plain' })
            }
          >
            Download
          </Button>
          <Button icon={<PrintRegular />} onClick={() => printText(text)}>
            Print
          </Button>
        </div>
      </DialogContent>
      <DialogActions>
        <Button appearance="primary" onClick={onDone}>
          I have kept them
        </Button>
      </DialogActions>
    </>
  )
}
