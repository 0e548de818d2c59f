import { useState } from 'react'

import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'

interface UnprovenNoticeProps {
  /** The server's sentence. */
  message: string
  /** No connection is stored that would be replaced. */
  isFirst: boolean
  onSave: () => void
}

/** Shown when Microsoft could not prove the connection; it can be saved after a confirmation. */
export function UnprovenNotice({ message, isFirst, onSave }: UnprovenNoticeProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Notice
        intent="warning"
        title="Not saved: Microsoft could not be asked"
        action={{ label: 'Save anyway', onClick: () => setIsAsking(true) }}
      >
        {message}
      </Notice>
      <ConfirmDialog
        title="Save without a proof?"
        confirmLabel="Save anyway"
        cancelLabel="Do not save"
        isOpen={isAsking}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          onSave()
        }}
      >
        <Stack gap={8}>
          <Text as="p">
            {isFirst
              ? 'It is not known whether Microsoft accepts this connection.'
              : 'The connection that is stored now is replaced, and it is not known whether Microsoft accepts the new one.'}{' '}
            If Microsoft does not accept it, these stop working until it is corrected:
          </Text>
          <ul>
            <li>Tenants are not read: refreshes fail.</li>
            <li>Users cannot sign in with Microsoft. Only local administrators can sign in.</li>
            <li>Consents and permission checks fail.</li>
          </ul>
        </Stack>
      </ConfirmDialog>
    </>
  )
}
