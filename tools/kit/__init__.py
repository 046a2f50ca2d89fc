"""The kit: orders, wiring, drawings, sums and the enclosure, all made from hardware/parts.yaml.

`source` reads and checks that file; `build` is one of the consoles that can be made from it, `netlist` its wires. Every
other module makes one kind of page, table or picture; `outputs` lists them all.
"""
