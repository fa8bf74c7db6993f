import { Search } from 'lucide-react'
import { useTypedText } from './use-typed-text.ts'
import { TextField } from '#web/ui/fields/TextField.tsx'

interface SearchFieldProps {
  label: string
  placeholder: string
  /** What the address says. */
  value: string | undefined
  onChange: (text: string | undefined) => void
  className?: string
}

/** The search box of a list: what is typed is looked for after a pause. */
export function SearchField({ value, onChange, ...field }: SearchFieldProps) {
  const [typed, setTyped] = useTypedText(value ?? '', onChange)
  return (
    <TextField
      type="search"
      maxLength={100}
      before={<Search className="size-5" />}
      {...field}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  )
}
