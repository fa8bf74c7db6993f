import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../base/Button.tsx'
import { IconButton } from '../base/IconButton.tsx'
import { showToast } from '../feedback/toast.ts'
import { LinkText } from './LinkText.tsx'

interface CopyButtonProps {
  text: string
  label: string
  /** Said once it is in the clipboard. */
  copied: string
  /** Said where the browser denies the clipboard: how to copy it by hand. */
  denied: string
  /** The icon alone, next to what it copies. */
  iconOnly?: boolean
}

/** Where the clipboard is denied or missing, the text appears to be selected by hand; with the icon alone it stands beside it already. */
export function CopyButton({ text, label, copied, denied, iconOnly = false }: CopyButtonProps) {
  const [isDenied, setDenied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      showToast(copied, 'success')
    } catch {
      showToast(denied, 'error')
      setDenied(true)
    }
  }
  return iconOnly ? (
    <IconButton label={label} className="-my-3 text-celeste" onClick={() => void copy()}>
      <Copy className="size-4" />
    </IconButton>
  ) : (
    <>
      <Button tone="secondary" wide icon={<Copy className="size-5" />} onClick={() => void copy()}>
        {label}
      </Button>
      {isDenied && <LinkText text={text} label={label} />}
    </>
  )
}
