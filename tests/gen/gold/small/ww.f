rtl/ww_top.v
rtl/ww_leaf.v
