import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components'
import { Copy20Regular } from '@fluentui/react-icons/svg/copy'
import { Open20Regular } from '@fluentui/react-icons/svg/open'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { createShare } from '@tenantscope/contract/shares'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'

import type { Format } from '../../lib/format.ts'
import { useFormat } from '../../lib/preferences.ts'
import { copyText } from '../../ui/copy-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { Stack } from '../../ui/stack.tsx'

const useStyles = makeStyles({
  input: { flex: '1 1 240px', minWidth: 0, backgroundColor: tokens.colorNeutralBackground3 },
  text: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
})

/** A created link with its passphrase, which cannot be read again. */
export interface CreatedShare {
  share: CallReply<typeof createShare>['share']
  /** Blank: none. */
  passphrase: string
}

/** The created link, to be sent on. */
export function CreatedLink({ created }: { created: CreatedShare }) {
  const format = useFormat()
  const { share, passphrase } = created
  const [link, setLink] = useState<HTMLInputElement | null>(null)
  // The form that had the focus is gone; so the link is selected at once.
  useEffect(() => link?.focus(), [link])
  return (
    <Stack gap={24}>
      <Notice intent="success" title="The link is ready">
        {readyText(created, format)}
      </Notice>
      <ReadOnlyLine
        label="Share link"
        hint="Opening it yourself counts as a view."
        value={share.shareUrl}
        inputRef={setLink}
      >
        <Button
          appearance="primary"
          icon={<Copy20Regular />}
          onClick={() => void copyText(share.shareUrl)}
        >
          Copy link
        </Button>
        <Button
          as="a"
          icon={<Open20Regular />}
          href={share.shareUrl}
          target="_blank"
          rel="noreferrer"
        >
          Open
        </Button>
      </ReadOnlyLine>
      {passphrase !== '' && (
        <ReadOnlyLine
          label="Passphrase"
          hint="Send it separately from the link. It is not shown again."
          value={passphrase}
        >
          <Button icon={<Copy20Regular />} onClick={() => void copyText(passphrase)}>
            Copy passphrase
          </Button>
        </ReadOnlyLine>
      )}
    </Stack>
  )
}

interface ReadOnlyLineProps {
  label: string
  hint: string
  value: string
  inputRef?: (input: HTMLInputElement | null) => void
  children: ReactNode
}

function ReadOnlyLine({ label, hint, value, inputRef, children }: ReadOnlyLineProps) {
  const styles = useStyles()
  return (
    <Field label={label} hint={hint}>
      <Stack row wrap gap={8}>
        <Input
          {...(inputRef && { ref: inputRef })}
          className={styles.input}
          input={{ className: styles.text }}
          readOnly
          dir="ltr"
          value={value}
          // One tap selects all of it, where the clipboard is closed to scripts.
          onFocus={({ target }) => target.select()}
        />
        {children}
      </Stack>
    </Field>
  )
}

function readyText({ share }: CreatedShare, format: Format): string {
  const until = `It can be opened until ${format.dateTime(share.expiresAt)}`
  if (share.maxAccess === null) return `${until}, any number of times.`
  return share.maxAccess === 1
    ? `${until}, once.`
    : `${until}, at most ${format.number(share.maxAccess)} times.`
}
