import { Trash2 } from 'lucide-react'
import type { ChangeEvent, Ref } from 'react'
import { Button } from '#web/ui/base/Button.tsx'

interface FilePickerProps {
  /** Id and descriptions that a `Field` gives. */
  control: object
  inputRef: Ref<HTMLInputElement>
  label: string
  accept: string
  disabled?: boolean
  name: string | undefined
  onBlur: (() => void) | undefined
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  /** Set while there is something to take away. */
  onClear: (() => void) | undefined
}

/** The buttons of a field for a file. The input lies over its button, so that a file can be dropped there too. */
export function FilePicker(props: FilePickerProps) {
  const { control, inputRef, label, accept, disabled, name, onBlur, onChange, onClear } = props
  return (
    <>
      <span className="relative inline-flex rounded-full has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-celeste">
        <Button tone="secondary" size="s" tabIndex={-1} aria-hidden="true">
          {label}
        </Button>
        <input
          {...control}
          ref={inputRef}
          type="file"
          name={name}
          onBlur={onBlur}
          accept={accept}
          disabled={disabled}
          onChange={onChange}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </span>
      {onClear && (
        <Button tone="quiet" size="s" onClick={onClear} icon={<Trash2 className="size-4" />}>
          Quitar
        </Button>
      )}
    </>
  )
}
